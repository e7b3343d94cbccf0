import type { Caller } from "../auth/caller.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";
import type { ApiDeps } from "./apiDeps.ts";
import { serveChat } from "./chatRoute.ts";

/** The route of responses, without stored state: see `checkStateless`. */
export async function responsesRoute(
  request: HubRequest,
  caller: Caller,
  deps: ApiDeps,
): Promise<HubResponse> {
  const from = { owner: caller.tokenId, signal: request.signal };
  const call = await deps.bodies.chat(await request.body(caller), from, "responses");
  return serveChat(call, { request, caller }, deps);
}

/** Refuses, because the hub stores no responses. */
export function keptResponseRoute(): never {
  throw new ApiError(
    404,
    "This hub keeps no responses: send all items in POST /hub/v1/responses, and read its answer.",
    { code: "not_found" },
  );
}
