"""The addresses of the API, one file a subject; each route only reads the request and hands on."""
