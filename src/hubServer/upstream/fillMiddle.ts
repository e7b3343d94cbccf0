import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

import type { Clock } from "../../shared/base/clock.ts";
import { parseFields } from "../formats/base/fields.ts";
import { SseScanner } from "../formats/base/sseScanner.ts";
import { streamErrorText } from "../formats/chatFormat.ts";
import type { HubResponse } from "../http/message.ts";
import { completionAnswer, type ToldEnd } from "../models/completionAnswer.ts";
import type { CompletionCall } from "../models/completionCall.ts";
import type { CallContext } from "../models/modelSource.ts";
import { type FillPiece, readFillPiece } from "./fillDialect.ts";
import { failureError } from "./upstreamErrors.ts";
import { plainBody, readText, UpstreamFailure } from "./upstreamHttp.ts";

const maxAnswerBytes = 1024 * 1024;

interface FillExchange {
  readonly call: CompletionCall;
  readonly context: CallContext;
  readonly stops: readonly string[];
  readonly clock: Clock;
  readonly idleMs: number;
  readonly wholeMs: number;
  readonly name: string;
}

/** Closes the connection at a stop text. Rejects with an `UpstreamFailure`. */
export async function filledAnswer(
  incoming: IncomingMessage,
  exchange: FillExchange,
): Promise<HubResponse> {
  const { call, context, stops, clock, name } = exchange;
  let end: ToldEnd = {};
  const note = ({ text, end: told }: FillPiece): string => {
    end = { ...end, ...told };
    return text;
  };
  const isStream = /^text\/event-stream/iu.test(incoming.headers["content-type"] ?? "");
  const texts = isStream
    ? streamedTexts(incoming, note, exchange)
    : [note(await wholePiece(incoming))];
  const answer = await completionAnswer(call, context, { texts, stops, clock, told: () => end });
  const { body } = answer;
  if (typeof body !== "function") {
    return answer;
  }
  return {
    ...answer,
    body: async (sink) => {
      try {
        await body(sink);
      } catch (error) {
        context.tap.fail();
        sink.write(streamErrorText("openai", failureError(error, name), context.requestId));
      }
    },
  };
}

async function wholePiece(incoming: IncomingMessage): Promise<FillPiece> {
  const answer = parseFields(await readText(incoming, maxAnswerBytes));
  const piece = answer && readFillPiece(answer);
  if (!piece) {
    throw new UpstreamFailure("notAModelServer");
  }
  return piece;
}

/** Throws an `UpstreamFailure`, also for an end without a finish reason. */
async function* streamedTexts(
  incoming: IncomingMessage,
  note: (piece: FillPiece) => string,
  times: Pick<FillExchange, "clock" | "idleMs" | "wholeMs">,
): AsyncGenerator<string> {
  const scanner = new SseScanner();
  let isOver = false;
  for await (const chunk of chunksOf(plainBody(incoming), times)) {
    for (const { data } of scanner.scan(chunk)) {
      const fields = parseFields(data);
      const piece = fields && readFillPiece(fields);
      if (fields && !piece) {
        throw new UpstreamFailure("unreachable");
      }
      if (data.trim() === "[DONE]") {
        // Some servers keep the connection open afterwards.
        return;
      }
      isOver ||= piece?.end?.reason !== undefined;
      if (piece) {
        yield note(piece);
      }
    }
  }
  if (!isOver) {
    throw new UpstreamFailure("unreachable");
  }
}

async function* chunksOf(
  body: Readable,
  { clock, idleMs, wholeMs }: Pick<FillExchange, "clock" | "idleMs" | "wholeMs">,
): AsyncGenerator<Uint8Array> {
  const leave = (): void => void body.destroy(new UpstreamFailure("timeout"));
  const cancelWhole = clock.startTimer(leave, wholeMs);
  const startTimer = (): (() => void) => clock.startTimer(leave, idleMs);
  let cancelTimer = startTimer();
  let bytes = 0;
  try {
    // Without `setEncoding` the chunks are buffers.
    const chunks: AsyncIterable<Uint8Array> = body;
    for await (const chunk of chunks) {
      cancelTimer();
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) {
        throw new UpstreamFailure("notAModelServer");
      }
      yield chunk;
      cancelTimer = startTimer();
    }
  } finally {
    cancelTimer();
    cancelWhole();
    body.destroy();
  }
}
