"""The tables of this node: the hub, the steward, presence, chat and rematches."""
