"""The HTTP interface, and the application that ties everything together."""
