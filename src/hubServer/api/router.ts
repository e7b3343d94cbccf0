import type { Caller } from "../auth/caller.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";

interface RouteBase {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
}

/** `local`: only for the extension on this machine. */
interface PlainRoute extends RouteBase {
  readonly access: "open" | "local";
  readonly handle: (request: HubRequest, parameter: string) => HubResponse | Promise<HubResponse>;
}

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

export type FindRoute = (request: Pick<HubRequest, "method" | "path">) => RouteMatch;

export function createRouter(routes: readonly Route[]): FindRoute {
  const exact = new Map<string, RouteMatch[]>();
  const open = routes.filter(({ path }) => path.endsWith("/*"));
  for (const route of routes) {
    if (!route.path.endsWith("/*")) {
      const match = { route, parameter: "" };
      exact.set(route.path, [...(exact.get(route.path) ?? []), match]);
    }
  }
  return ({ method, path }) => {
    const matches = exact.get(path) ?? withParameter(open, path);
    const match =
      matches.find(({ route }) => route.method === method) ??
      (method === "HEAD" ? matches.find(({ route }) => route.method === "GET") : undefined);
    return match ?? refuse(matches, method, path);
  };
}

const apiEnd =
  /\/(?:(?:chat\/)?completions|responses|messages(?:\/count_tokens)?|embeddings|models)\/?$/u;

function refuse(matches: readonly RouteMatch[], method: string, path: string): never {
  if (matches.length > 0) {
    const allow = [...new Set(matches.map(({ route }) => route.method))].join(", ");
    throw new ApiError(405, `This address does not take ${method.slice(0, 20)}.`, {
      code: "method_not_allowed",
      headers: { allow },
    });
  }
  throw new ApiError(404, `There is nothing at this address of the hub${hintFor(path)}.`, {
    code: "not_found",
  });
}

const offered =
  "/hub/v1, with /chat/completions, /responses, /messages, /completions, /embeddings and /models";

const foreignDialects: readonly (readonly [RegExp, string])[] = [
  [/:\w*(?:generateContent|embedContents?|countTokens|predict)$/iu, "Gemini API"],
  [/\/images(?:\/\w+)?\/?$/u, "API for images"],
  [/\/audio(?:\/\w+)?\/?$/u, "API for sound"],
  [/\/(?:re)?rank\/?$/u, "API for ranking"],
  [
    /\/(?:moderations|files|batches|assistants|threads|realtime|vector_stores|fine_tuning)(?:\/|$)/u,
    "such API",
  ],
  [/\/api\/(?:chat|generate|tags|embed|embeddings)\/?$/u, "Ollama API"],
];

function hintFor(path: string): string {
  const foreign = foreignDialects.find(([end]) => end.test(path));
  if (foreign) {
    return `. It has no ${foreign[1]}: its API is at ${offered}`;
  }
  return apiEnd.test(path) ? ". Its API is at /hub/v1: check the base URL of the client" : "";
}

function withParameter(routes: readonly Route[], path: string): readonly RouteMatch[] {
  return routes.flatMap((route) => {
    const parameter = parameterOf(route.path, path);
    return parameter === undefined ? [] : [{ route, parameter }];
  });
}

function parameterOf(pattern: string, path: string): string | undefined {
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
