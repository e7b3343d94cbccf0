const headerNames = [
  "x-request-id",
  "request-id",
  "apim-request-id",
  "x-kong-request-id",
  "x-litellm-call-id",
  "x-generation-id",
  "cf-ray",
];

/** The id under which the hub, or the gateway in front of it, logged this request. */
export function requestIdOf(headers: Headers): string | undefined {
  for (const name of headerNames) {
    const id = headers.get(name);
    if (id !== null && id !== "") {
      return id.slice(0, 200);
    }
  }
  return undefined;
}
