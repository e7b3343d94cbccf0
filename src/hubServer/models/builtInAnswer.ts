import type { BodySink } from "../../shared/base/bodySink.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { AnswerEvent } from "../formats/base/answerEvent.ts";
import type { AnswerHead } from "../formats/base/answerWriter.ts";
import { withOwnName } from "../formats/base/toolNames.ts";
import { answerId, createWriter, wholeAnswer } from "../formats/chatFormat.ts";
import { hasOlderFunctions } from "../formats/openAi/olderFunctions.ts";
import { repeatedFields } from "../formats/responses/responseJson.ts";
import { type HubResponse, jsonResponse } from "../http/message.ts";
import { type Answer, PieceReader } from "./answer.ts";
import type { ChatCall } from "./chatCall.ts";
import { meterEvent } from "./meterEvent.ts";
import type { CallContext } from "./modelSource.ts";
import { toolNamesOf } from "./prompt.ts";

export const eventStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

export function headOf(call: ChatCall, { requestId }: CallContext, clock: Clock): AnswerHead {
  return {
    id: answerId(call.format),
    requestId,
    created: Math.floor(clock.now() / 1_000),
    model: call.model,
    inputTokens: call.inputTokens,
    hasOlderCalls: call.format === "openai" && hasOlderFunctions(call.fields),
    ...(call.format === "responses" && {
      repeated: repeatedFields(call.fields, call.held !== undefined),
    }),
  };
}

export async function builtInAnswer(
  call: ChatCall,
  context: CallContext,
  answer: Answer,
  clock: Clock,
): Promise<HubResponse> {
  const head = headOf(call, context, clock);
  const events = metered(answer, call, context);
  if (!call.isStreamed) {
    const all: AnswerEvent[] = [];
    for await (const event of events) {
      all.push(event);
    }
    return jsonResponse(200, wholeAnswer(call.format, head, all));
  }
  const writer = createWriter(call.format, head, call.wantsUsage);
  return {
    status: 200,
    headers: eventStreamHeaders,
    body: async (sink) => {
      await write(sink, writer.write({ kind: "start", id: head.id, model: head.model }));
      for await (const event of events) {
        await write(sink, writer.write(event));
      }
      await write(sink, writer.end());
    },
  };
}

async function* metered(
  answer: Answer,
  call: ChatCall,
  { tap }: CallContext,
): AsyncGenerator<AnswerEvent> {
  const { inputTokens } = call;
  const names = toolNamesOf(call);
  const reader = new PieceReader();
  let characters = 0;
  const usage = (): AnswerEvent => ({
    kind: "usage",
    usage: {
      inputTokens,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: Math.ceil(characters / 4),
    },
  });
  for await (const piece of answer) {
    for (const event of reader.read(piece)) {
      if (event.kind === "finish") {
        meterEvent(tap, usage());
        yield usage();
      }
      const mayGoOn = meterEvent(tap, event);
      characters += lengthOf(event);
      yield withOwnName(event, names);
      if (!mayGoOn) {
        tap.cut();
        yield usage();
        yield { kind: "finish", reason: "length" };
        return;
      }
    }
  }
}

function lengthOf(event: AnswerEvent): number {
  if (event.kind === "delta") {
    return event.text.length;
  }
  return event.kind === "blockStart" && event.block.kind === "toolCall"
    ? event.block.name.length
    : 0;
}

async function write(sink: BodySink, text: string): Promise<void> {
  if (text !== "" && !sink.write(text)) {
    await sink.drained();
  }
}
