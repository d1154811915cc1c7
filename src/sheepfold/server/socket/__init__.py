"""WebSockets: upgrade, framing, outbox and session of one client."""
