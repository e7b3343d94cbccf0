const headerNames = [
  "x-request-id",
  "request-id",
  "apim-request-id",
  "x-kong-request-id",
  "x-litellm-call-id",
  "x-generation-id",
  "cf-ray",
];

/** By what the hub, or the gateway before it, finds this request in its records again. */
export function requestIdOf(headers: Headers): string | undefined {
  for (const name of headerNames) {
    const id = headers.get(name);
    if (id !== null && id !== "") {
      return id.slice(0, 200);
    }
  }
  return undefined;
}
