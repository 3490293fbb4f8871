"""One module for each level; `service.players.registry` finds them."""
