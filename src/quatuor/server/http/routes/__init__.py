"""The addresses of the API, one file per subject; each route only reads the request and calls what answers it."""
