"""The table server: tables, people, storage, HTTP and WebSocket. It knows the contract of a game and no rule of any."""
