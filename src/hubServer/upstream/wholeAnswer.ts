import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

import type { Clock } from "../../shared/base/clock.ts";
import type { AnswerHead } from "../formats/base/answerWriter.ts";
import type { ToolNames } from "../formats/base/sentTool.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import { type HubResponse, jsonHeaders } from "../http/message.ts";
import { eventStreamHeaders, headOf } from "../models/builtInAnswer.ts";
import type { ChatCall } from "../models/chatCall.ts";
import type { EmbeddingCall } from "../models/embeddingCall.ts";
import type { CallContext, WholeOrder, WholeReading } from "../models/modelSource.ts";
import type { TokenUsage } from "../store/records.ts";
import { readWhole } from "./readWhole.ts";
import { toldError } from "./upstreamErrors.ts";
import { plainBody, readBytes, UpstreamFailure } from "./upstreamHttp.ts";

const maxAnswerBytes = 64 * 1024 * 1024;

export interface Exchange {
  readonly call: ChatCall;
  readonly context: CallContext;
  readonly toolNames: ToolNames;
}

/** Reading 1 MB takes this thread some 10 ms. */
const largeBytes = 512 * 1024;

export async function wholeAnswerOf(
  body: Readable,
  { call, context, toolNames }: Exchange,
  options: {
    readonly status: number;
    readonly type: string;
    readonly clock: Clock;
    readonly upstreamFormat: ChatFormat;
  },
): Promise<HubResponse> {
  const { status, type, clock, upstreamFormat } = options;
  const bytes = await readBytes(body, maxAnswerBytes, context.hold);
  const { format, isStreamed, wantsUsage } = call;
  const isSame = upstreamFormat === format;
  const head = isSame ? noHead : headOf(call, context, clock);
  const writes = isSame ? "nothing" : isStreamed ? "stream" : "whole";
  const order = { upstreamFormat, format, writes, wantsUsage, head, toolNames } as const;
  const reading = await readAnswer(bytes, order, context);
  meterReading(reading, context);
  if (isSame) {
    if (!reading.isAnswer) {
      context.tap.fail();
    }
    return { status, headers: { "content-type": type }, body: bytes };
  }
  const { body: written } = reading;
  if (!written) {
    throw toldError(bytes) ?? new UpstreamFailure("notAModelServer");
  }
  return writes === "whole"
    ? { status, headers: jsonHeaders, body: written }
    : {
        status,
        headers: eventStreamHeaders,
        body: (sink) => {
          sink.write(written);
          return Promise.resolve();
        },
      };
}

export async function readAnswer(
  bytes: Uint8Array,
  order: WholeOrder,
  { readElsewhere }: Pick<CallContext, "readElsewhere">,
): Promise<WholeReading> {
  if (bytes.length <= largeBytes || !readElsewhere) {
    return readWhole(bytes, order);
  }
  try {
    return await readElsewhere(bytes, order);
  } catch (cause) {
    throw new UpstreamFailure("notAModelServer", { cause });
  }
}

function meterReading({ text, usages, hasFailed }: WholeReading, { tap }: CallContext): void {
  tap.addCounted(text);
  for (const usage of usages) {
    tap.report(usage);
  }
  if (hasFailed) {
    tap.fail();
  }
}

export async function wholeResponse(
  incoming: IncomingMessage,
  { hold }: Pick<CallContext, "hold">,
): Promise<HubResponse> {
  const body = await readBytes(plainBody(incoming), maxAnswerBytes, hold);
  const type = incoming.headers["content-type"] ?? "application/json";
  return { status: incoming.statusCode ?? 200, headers: { "content-type": type }, body };
}

export async function embeddingUsage(
  { body }: HubResponse,
  { inputTokens }: EmbeddingCall,
  context: CallContext,
): Promise<TokenUsage> {
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  const { usages } = await readAnswer(bytes, usageOrder, context);
  const [reported = noUsage] = usages;
  return reported.inputTokens > 0 ? reported : { ...reported, inputTokens };
}

const noUsage: TokenUsage = {
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
};

const noHead: AnswerHead = { id: "", requestId: "", created: 0, model: "", inputTokens: 0 };

const usageOrder: WholeOrder = {
  upstreamFormat: "usage",
  format: "openai",
  writes: "nothing",
  wantsUsage: false,
  head: noHead,
  toolNames: new Map(),
};
