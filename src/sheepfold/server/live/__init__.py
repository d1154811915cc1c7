"""All tables of this node, and what happens at them: the hub, the steward, presence, chat, rematches."""
