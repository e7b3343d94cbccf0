import type { HubRequest, HubResponse } from "./message.ts";

/** What programs may call; the console and the administration stay with the hub's own page. */
const apiPaths = /^\/hub\/v1(?:\/|$)/u;

/** A browser asks again after this, in seconds. */
const preflightAge = "600";

/** The rules of the Fetch standard for the web pages that were named: an editor in a browser is one. */
export interface CrossOrigin {
  readonly isAllowed: (request: HubRequest) => boolean;
  /** The answer to a browser that asks whether it may send a request; undefined for anything else. */
  readonly preflight: (request: HubRequest) => HubResponse | undefined;
  /** Lets the page read the answer. */
  readonly headers: (request: HubRequest) => Readonly<Record<string, string>>;
}

/** `origins` as `https://editor.example.com`, in lower case. No cookie ever counts, so credentials are not allowed. */
export function createCrossOrigin(origins: readonly string[]): CrossOrigin {
  const allowed = new Set(origins);
  const allowedOrigin = (request: HubRequest): string | undefined => {
    const origin = request.header("origin")?.toLowerCase();
    return origin !== undefined && allowed.has(origin) && apiPaths.test(request.path)
      ? origin
      : undefined;
  };
  return {
    isAllowed: (request) => allowedOrigin(request) !== undefined,
    preflight: (request) => {
      const asks =
        request.method === "OPTIONS" &&
        request.header("access-control-request-method") !== undefined;
      return asks && allowedOrigin(request) !== undefined
        ? { status: 204, headers: preflightHeaders(request), body: "" }
        : undefined;
    },
    headers: (request) => {
      const origin = allowedOrigin(request);
      return origin === undefined
        ? {}
        : {
            "access-control-allow-origin": origin,
            "access-control-expose-headers": "*",
            vary: "origin",
          };
    },
  };
}

function preflightHeaders(request: HubRequest): Readonly<Record<string, string>> {
  return {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": request.header("access-control-request-headers") ?? "",
    "access-control-max-age": preflightAge,
  };
}
