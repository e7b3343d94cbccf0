import type { Clock } from "../../shared/clock.ts";
import { streamErrorText } from "../formats/chatFormat.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubResponse } from "../http/message.ts";
import { headOf } from "../models/builtInAnswer.ts";
import { type Exchange, readAnswer } from "./wholeAnswer.ts";

/**
 * A stream that begins before the upstream answers. A later error, and an answer that comes whole,
 * can only be sent as events.
 */
export function lateStream(
  relayed: Promise<HubResponse>,
  exchange: Exchange,
  clock: Clock,
): HubResponse {
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

/** The tokens of the answer were metered when it was read. */
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
  const name = call.format === "anthropic" ? "event: error\n" : "";
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
  return `${name}data: ${text}\n\n`;
}
