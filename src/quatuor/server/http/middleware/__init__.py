"""The layers around the application: security, rate limits, the request log."""
