import { type ApiCallId, type CallInput, sellerCall } from "./calls.ts";

/** A call without its token. It is frozen, so the approval card and the request cannot differ. */
export interface PortalRequest {
  readonly call: ApiCallId;
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly body?: string;
}

/** `baseUrl` has no final slash (`parseBaseUrl` in shared). The input has been validated. */
export function portalRequest<Id extends ApiCallId>(
  baseUrl: string,
  id: Id,
  input: CallInput<Id>,
): PortalRequest {
  const { method, path, parameters, body } = sellerCall(id);
  const values = new Map<string, unknown>(Object.entries(input.parameters));
  const query = new URLSearchParams();
  let filled: string = path;
  for (const parameter of parameters) {
    const value = String(values.get(parameter.name));
    if (parameter.in === "query") {
      query.set(parameter.name, value);
    } else {
      filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    }
  }
  return Object.freeze({
    call: id,
    method,
    url: `${baseUrl}${filled}${query.size > 0 ? `?${query.toString()}` : ""}`,
    ...(body && { body: JSON.stringify(input.body) }),
  });
}
