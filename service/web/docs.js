/** Shows the contract of this service in Swagger UI, if that has come, without a validator elsewhere. */

window.SwaggerUIBundle?.({
  // The service may be below a path if a proxy is in front; in the contract all is relative to this.
  url: new URL("openapi.json", document.baseURI).href,
  dom_id: "#contract",
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
});
