"""What tests of several rooms use: references, positions, servers, clients and other programs."""
