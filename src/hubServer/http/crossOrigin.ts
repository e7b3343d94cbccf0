import type { HubRequest, HubResponse } from "./message.ts";

/** Paths for other origins. Console and administration are only for the hub's own page. */
const apiPaths = /^\/hub\/v1(?:\/|$)/u;

const preflightAge = "600";

export interface CrossOrigin {
  readonly isAllowed: (request: HubRequest) => boolean;
  readonly preflight: (request: HubRequest) => HubResponse | undefined;
  readonly headers: (request: HubRequest) => Readonly<Record<string, string>>;
}

/** Origins as `https://editor.example.com`. No credentials: the API uses no cookies. */
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
