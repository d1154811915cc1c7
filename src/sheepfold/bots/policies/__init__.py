"""Cheap policies for playouts, one for each game (`registry.policy_of`)."""
