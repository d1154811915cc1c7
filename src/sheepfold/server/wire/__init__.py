"""The wire format: messages, patches, packed legal actions."""
