import type { Caller } from "../auth/caller.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";

interface RouteBase {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Exact, or ending in `/*` for one parameter: the decoded rest of the path. */
  readonly path: string;
}

/** `open`: anybody; `local`: this machine's own extension. */
interface PlainRoute extends RouteBase {
  readonly access: "open" | "local";
  readonly handle: (request: HubRequest, parameter: string) => HubResponse | Promise<HubResponse>;
}

/** Whoever has a token of the API. */
interface TokenRoute extends RouteBase {
  readonly access: "token";
  readonly handle: (
    request: HubRequest,
    caller: Caller,
    parameter: string,
  ) => HubResponse | Promise<HubResponse>;
}

export type Route = PlainRoute | TokenRoute;

export interface RouteMatch {
  readonly route: Route;
  readonly parameter: string;
}

/**
 * Finds the route of a request; throws an `ApiError` where there is none (404) or not for this method (405).
 * What is not in the table is not there: nothing is passed on by default.
 */
export function findRoute(routes: readonly Route[], { method, path }: HubRequest): RouteMatch {
  const matches = routes.flatMap((route) => {
    const parameter = parameterOf(route.path, path);
    return parameter === undefined ? [] : [{ route, parameter }];
  });
  const match =
    matches.find(({ route }) => route.method === method) ??
    (method === "HEAD" ? matches.find(({ route }) => route.method === "GET") : undefined);
  if (match) {
    return match;
  }
  if (matches.length > 0) {
    const allow = [...new Set(matches.map(({ route }) => route.method))].join(", ");
    throw new ApiError(405, `This address does not take ${method.slice(0, 20)}.`, {
      code: "method_not_allowed",
      headers: { allow },
    });
  }
  throw new ApiError(404, "There is nothing at this address of the hub.", { code: "not_found" });
}

function parameterOf(pattern: string, path: string): string | undefined {
  if (!pattern.endsWith("/*")) {
    return pattern === path ? "" : undefined;
  }
  const prefix = pattern.slice(0, -1);
  if (!path.startsWith(prefix) || path.length === prefix.length) {
    return undefined;
  }
  try {
    return decodeURIComponent(path.slice(prefix.length));
  } catch {
    throw new ApiError(400, "The address is not encoded correctly.", { code: "invalid_url" });
  }
}
