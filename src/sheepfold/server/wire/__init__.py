"""What goes over the line: messages, patches, packed choices."""
