"""`python -m quatuor` is the command `quatuor`."""

from quatuor.cli import main

main()
