import type { Clock } from "../../shared/clock.ts";
import { createReader, streamErrorText } from "../formats/chatFormat.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubResponse } from "../http/message.ts";
import { headOf } from "../models/builtInAnswer.ts";
import type { ChatCall } from "../models/chatCall.ts";
import type { CallContext } from "../models/modelSource.ts";
import { streamText } from "./wholeAnswer.ts";

interface Exchange {
  readonly call: ChatCall;
  readonly context: CallContext;
}

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
        : sink.write(wholeAsEvents(response, exchange, clock)));
    },
  };
}

/** The tokens of the answer were metered when it was read. */
function wholeAsEvents(
  { status, body }: HubResponse,
  { call, context }: Exchange,
  clock: Clock,
): string {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
  if (status < 300) {
    const events = createReader(call.format).readWhole(text);
    if (events) {
      return streamText(call, headOf(call, context, clock), events);
    }
    context.tap.fail();
    const error = new ApiError(502, "The upstream's answer could not be read.", {
      code: "upstream_error",
    });
    return streamErrorText(call.format, error, context.requestId);
  }
  context.tap.fail();
  const name = call.format === "anthropic" ? "event: error\n" : "";
  return `${name}data: ${text}\n\n`;
}
