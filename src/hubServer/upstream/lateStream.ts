import type { Clock } from "../../shared/base/clock.ts";
import { timeLimits } from "../../shared/base/timeLimits.ts";
import { wait } from "../../shared/base/waiting.ts";
import { fieldsOf, parseFields, stringOf } from "../formats/base/fields.ts";
import { streamErrorText } from "../formats/chatFormat.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubResponse } from "../http/message.ts";
import { headOf } from "../models/builtInAnswer.ts";
import { type Exchange, readAnswer } from "./wholeAnswer.ts";

export async function beginSoon(
  relayed: Promise<HubResponse>,
  exchange: Exchange,
  clock: Clock,
  patienceMs: number = timeLimits.hub.beginStream,
): Promise<HubResponse> {
  const settled = new AbortController();
  const patience = wait(clock, patienceMs, settled.signal);
  try {
    return (await Promise.race([relayed, patience])) ?? lateStream(relayed, exchange, clock);
  } finally {
    settled.abort();
  }
}

/** A stream that began before its answer, so a later error or whole answer is sent as events. */
function lateStream(relayed: Promise<HubResponse>, exchange: Exchange, clock: Clock): HubResponse {
  const { call, context } = exchange;
  return {
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8" },
    body: async (sink) => {
      sink.write(": waiting for the model\n\n");
      let response: HubResponse;
      try {
        response = await relayed;
      } catch (error) {
        if (!(error instanceof ApiError)) {
          throw error;
        }
        context.tap.fail();
        sink.write(streamErrorText(call.format, error, context.requestId));
        return;
      }
      await (typeof response.body === "function"
        ? response.body(sink)
        : sink.write(await wholeAsEvents(response, exchange, clock)));
    },
  };
}

/** A whole answer as events; its tokens were metered when it was read. */
async function wholeAsEvents(
  { status, body }: HubResponse,
  { call, context, toolNames }: Exchange,
  clock: Clock,
): Promise<Uint8Array | string> {
  if (status < 300) {
    const { format, wantsUsage } = call;
    const head = headOf(call, context, clock);
    const order = {
      upstreamFormat: format,
      format,
      writes: "stream",
      wantsUsage,
      head,
      toolNames,
    } as const;
    const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(String(body));
    const { body: written } = await readAnswer(bytes, order, context);
    if (written) {
      return written;
    }
    context.tap.fail();
    const error = new ApiError(502, "The upstream's answer could not be read.", {
      code: "upstream_error",
    });
    return streamErrorText(call.format, error, context.requestId);
  }
  context.tap.fail();
  if (call.format === "responses") {
    return streamErrorText(call.format, toldFailure(status, body), context.requestId);
  }
  const name = call.format === "anthropic" ? "event: error\n" : "";
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
  return `${name}data: ${text}\n\n`;
}

function toldFailure(status: number, body: HubResponse["body"]): ApiError {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
  const { message } = fieldsOf(parseFields(text)?.["error"]);
  return new ApiError(status, stringOf(message) ?? "The model failed.");
}
