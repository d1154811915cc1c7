"""The HTTP interface, and the application that connects everything."""
