"""The routes: each module makes a blueprint, which `service.api.app` registers."""
