"""What stands around the application: limits and security."""
