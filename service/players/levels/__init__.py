"""One module for each level; `service.players.registry` names them."""
