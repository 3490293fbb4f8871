/** Shows the contract of this service in Swagger UI, without a validator on another server. */

/** The address of the service, which may be below a path if a proxy is in front. */
const root = new URL(".", document.baseURI);

/** Replaces the address in the contract, which is the root of the host. */
function moved(request) {
  const url = new URL(request.url, root);
  if (!url.pathname.startsWith(root.pathname)) {
    request.url = new URL(url.pathname.slice(1) + url.search, root).href;
  }
  return request;
}

SwaggerUIBundle({
  url: new URL("openapi.json", root).href,
  requestInterceptor: moved,
  dom_id: "#contract",
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
});
