"""The API and the web client: requests, sockets, messages, refusals."""
