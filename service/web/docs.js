/** The contract of this very service, in Swagger UI; it validates nothing elsewhere. */

/** Where the service lies: behind a proxy that may be a path of its host. */
const root = new URL(".", document.baseURI);

/** The contract names the root of the host instead. */
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
