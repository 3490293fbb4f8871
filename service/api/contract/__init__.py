"""The table of routes, and the OpenAPI document made of it and of the schemas.

The doors of this room are `operations.OPERATIONS` and `openapi.openapi_document`.
"""
