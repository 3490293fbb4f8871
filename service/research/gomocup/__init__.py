"""An engine that speaks the Gomocup protocol, by which managers run tournaments of programs."""
