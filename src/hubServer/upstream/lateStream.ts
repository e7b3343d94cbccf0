import { streamErrorText } from "../formats/chatFormat.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubResponse } from "../http/message.ts";
import type { ChatCall } from "../models/chatCall.ts";
import type { CallContext } from "../models/modelSource.ts";

/** A stream that begins before the upstream answers. A later error can only be sent as an event. */
export function lateStream(
  relayed: Promise<HubResponse>,
  { call, context }: { readonly call: ChatCall; readonly context: CallContext },
): HubResponse {
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
      const { status, body } = response;
      if (typeof body === "function") {
        await body(sink);
        return;
      }
      const text = typeof body === "string" ? body : new TextDecoder().decode(body);
      if (status >= 400) {
        context.tap.fail();
      }
      const name = call.format === "anthropic" ? "event: error\n" : "";
      sink.write(status < 300 ? text : `${name}data: ${text}\n\n`);
    },
  };
}
