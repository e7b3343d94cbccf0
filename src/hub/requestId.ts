const headerNames = [
  "x-request-id",
  "request-id",
  "apim-request-id",
  "x-kong-request-id",
  "x-litellm-call-id",
  "x-generation-id",
  "cf-ray",
];

export function requestIdOf(headers: Headers): string | undefined {
  for (const name of headerNames) {
    const id = headers.get(name);
    if (id !== null && id !== "") {
      return id.slice(0, 200);
    }
  }
  return undefined;
}
