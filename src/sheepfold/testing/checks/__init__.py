"""The conformance checks that need more than a page."""
