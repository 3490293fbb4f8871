"""The table of routes, and the OpenAPI document made of it and of the schemas.

Its doors: `operations.OPERATIONS` and `openapi.openapi_document`.
"""
