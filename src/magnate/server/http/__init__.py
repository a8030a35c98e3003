"""HTTP and WebSockets: routes, the socket of a table, pages, and the description of the API."""
