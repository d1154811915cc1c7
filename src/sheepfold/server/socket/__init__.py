"""WebSockets: the upgrade, frames, outbox and session of one client."""
