"""The games as environments: a compiled batch of many games at once, and the interfaces of other libraries."""
