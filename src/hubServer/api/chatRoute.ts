import type { Clock } from "../../shared/clock.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";
import { readChatRequest } from "./chatRequest.ts";
import { withKeepAlive } from "./keepAlive.ts";
import type { ModelCatalog } from "./modelCatalog.ts";
import { modelNotFound } from "./modelsRoute.ts";

export interface ChatRouteDeps {
  readonly catalog: ModelCatalog;
  readonly clock: Clock;
  /** Model that a request is answered by whatever it names, for scripted failures; undefined leaves it. */
  readonly override: (request: HubRequest) => string | undefined;
}

/** `POST /hub/v1/chat/completions`, streamed or not. */
export async function chatCompletions(
  request: HubRequest,
  deps: ChatRouteDeps,
): Promise<HubResponse> {
  const chat = readChatRequest(await request.body());
  const id = deps.override(request) ?? chat.model;
  const run = await deps.catalog.find(id);
  if (!run) {
    throw modelNotFound(id);
  }
  const response = await run(chat, { requestId: request.id, signal: request.signal });
  const { body, headers } = response;
  return typeof body === "function" &&
    headers["content-type"]?.startsWith("text/event-stream") === true
    ? { ...response, body: withKeepAlive(body, deps.clock) }
    : response;
}
