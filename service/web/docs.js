/** The contract of this very service, in Swagger UI; it validates nothing elsewhere. */

SwaggerUIBundle({
  url: new URL("openapi.json", document.baseURI).href,
  dom_id: "#contract",
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
});
