import type { Caller } from "../auth/caller.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";
import { type FindRoute, routeFinder } from "../http/routeFinder.ts";

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

export function createRouter(routes: readonly Route[]): FindRoute<Route> {
  return routeFinder(routes, hintFor);
}

const apiEnd =
  /\/(?:(?:chat\/)?completions|responses|messages(?:\/count_tokens)?|embeddings|models)\/?$/u;

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
