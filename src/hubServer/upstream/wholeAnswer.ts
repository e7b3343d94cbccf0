import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

import type { AnswerEvent } from "../formats/answerEvent.ts";
import type { AnswerHead } from "../formats/answerWriter.ts";
import { type ChatFormat, createReader, createWriter, wholeAnswer } from "../formats/chatFormat.ts";
import { fieldsOf, parseFields } from "../formats/fields.ts";
import { openAiUsage } from "../formats/openAiReader.ts";
import { type ToolNames, withOwnName } from "../formats/toolNames.ts";
import { type HubResponse, jsonResponse } from "../http/message.ts";
import { eventStreamHeaders } from "../models/builtInAnswer.ts";
import type { ChatCall } from "../models/chatCall.ts";
import type { EmbeddingCall } from "../models/embeddingCall.ts";
import { meterEvent } from "../models/meterEvent.ts";
import type { CallContext } from "../models/modelSource.ts";
import type { TokenUsage } from "../store/records.ts";
import { plainBody, readBytes, UpstreamFailure } from "./upstreamHttp.ts";

/** A whole answer is held in memory; this is the limit. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** A call that is in progress. */
export interface Exchange {
  readonly call: ChatCall;
  readonly context: CallContext;
  /** Tools that were sent under a shorter name. */
  readonly toolNames: ToolNames;
}

/**
 * A whole answer, unchanged or translated to the call's format. Written as a stream if the call
 * asked for a stream of the other format. Rejects with an `UpstreamFailure`.
 */
export async function wholeAnswerOf(
  body: Readable,
  { call, context, toolNames }: Exchange,
  options: {
    readonly status: number;
    readonly type: string;
    readonly head: AnswerHead;
    readonly upstreamFormat: ChatFormat;
  },
): Promise<HubResponse> {
  const { status, type, head, upstreamFormat } = options;
  const bytes = await readBytes(body, maxAnswerBytes);
  const events = createReader(upstreamFormat)
    .readWhole(new TextDecoder().decode(bytes))
    ?.map((event) => withOwnName(event, toolNames));
  for (const event of events ?? []) {
    meterEvent(context.tap, event);
  }
  if (upstreamFormat === call.format) {
    return { status, headers: { "content-type": type }, body: bytes };
  }
  if (!events) {
    throw new UpstreamFailure("notAModelServer");
  }
  if (!call.isStreamed) {
    return jsonResponse(status, wholeAnswer(call.format, head, events));
  }
  const text = streamText(call, head, events);
  return {
    status,
    headers: eventStreamHeaders,
    body: (sink) => {
      sink.write(text);
      return Promise.resolve();
    },
  };
}

/** A whole answer as the text of a stream in the call's format. */
export function streamText(
  { format, wantsUsage }: ChatCall,
  head: AnswerHead,
  events: readonly AnswerEvent[],
): string {
  const writer = createWriter(format, head, wantsUsage);
  return events.map((event) => writer.write(event)).join("") + writer.end();
}

/** Reads the whole body and passes it on unchanged. */
export async function wholeResponse(incoming: IncomingMessage): Promise<HubResponse> {
  const body = await readBytes(plainBody(incoming), maxAnswerBytes);
  const type = incoming.headers["content-type"] ?? "application/json";
  return { status: incoming.statusCode ?? 200, headers: { "content-type": type }, body };
}

/** The tokens of an embeddings call: reported, else estimated. */
export function embeddingUsage({ body }: HubResponse, { inputTokens }: EmbeddingCall): TokenUsage {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
  const reported = openAiUsage(fieldsOf(parseFields(text)?.["usage"]));
  return reported.inputTokens > 0 ? reported : { ...reported, inputTokens };
}
