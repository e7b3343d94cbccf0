import * as fc from "fast-check";

import type {
  AnswerEvent,
  FinishReason,
} from "../../../../src/hubServer/formats/base/answerEvent.ts";
import type { AnswerReader } from "../../../../src/hubServer/formats/base/answerReader.ts";
import { SseScanner } from "../../../../src/hubServer/formats/base/sseScanner.ts";
import { type ChatFormat, createWriter } from "../../../../src/hubServer/formats/chatFormat.ts";

/** A block of an answer as a whole, for comparing answers however they were cut into pieces. */
export type WholeBlock =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string; readonly signature: string }
  | { readonly kind: "redactedThinking"; readonly data: string }
  | {
      readonly kind: "toolCall";
      readonly id: string;
      readonly name: string;
      readonly text: string;
    };

export interface WholeAnswer {
  readonly blocks: readonly WholeBlock[];
  readonly finish: FinishReason | undefined;
}

export const head = { id: "id", requestId: "req", created: 1, model: "m", inputTokens: 3 };

/** Every block of events as a whole, in the order of their starts. */
export function wholeOf(events: readonly AnswerEvent[]): WholeAnswer {
  const blocks = new Map<number, Record<string, string>>();
  let finish: FinishReason | undefined;
  for (const event of events) {
    if (event.kind === "blockStart") {
      const { block } = event;
      const isThinking = block.kind === "thinking";
      const text = block.kind === "redactedThinking" ? {} : { text: "" };
      blocks.set(event.index, { ...block, ...text, ...(isThinking && { signature: "" }) });
    } else if (event.kind === "delta") {
      const block = blocks.get(event.index) ?? {};
      block["text"] = (block["text"] ?? "") + event.text;
    } else if (event.kind === "signature") {
      Object.assign(blocks.get(event.index) ?? {}, { signature: event.signature });
    } else if (event.kind === "finish") {
      finish = event.reason;
    }
  }
  // Sound: the records were made of the heads of blocks with what those lack.
  return { blocks: [...blocks.values()] as unknown as WholeBlock[], finish };
}

/** The events of an answer whose blocks come in pieces, one block after another. */
export function eventsOfBlocks(
  { blocks, finish }: WholeAnswer,
  pieceLength = 5,
): readonly AnswerEvent[] {
  return [
    { kind: "start", id: head.id, model: head.model },
    ...blocks.flatMap((block, index) => eventsOfBlock(block, index, pieceLength)),
    ...(finish ? [{ kind: "finish", reason: finish } as const] : []),
  ];
}

function eventsOfBlock(block: WholeBlock, index: number, pieceLength: number): AnswerEvent[] {
  const { kind } = block;
  const text = kind === "redactedThinking" ? "" : block.text;
  const start: AnswerEvent =
    kind === "toolCall"
      ? { kind: "blockStart", index, block: { kind, id: block.id, name: block.name } }
      : kind === "redactedThinking"
        ? { kind: "blockStart", index, block: { kind, data: block.data } }
        : { kind: "blockStart", index, block: { kind } };
  const deltas: AnswerEvent[] = [];
  for (let at = 0; at < text.length; at += pieceLength) {
    deltas.push({ kind: "delta", index, text: text.slice(at, at + pieceLength) });
  }
  const signature: AnswerEvent[] =
    kind === "thinking" ? [{ kind: "signature", index, signature: block.signature }] : [];
  return [start, ...deltas, ...signature, { kind: "blockEnd", index }];
}

/** A stream in a format, of these events. */
export function streamOf(format: ChatFormat, events: readonly AnswerEvent[]): string {
  const writer = createWriter(format, head, false);
  return events.map((event) => writer.write(event)).join("") + writer.end();
}

/** What a reader makes of a stream that arrives in chunks of this length. */
export function readStream(
  reader: AnswerReader,
  text: string,
  chunkLength = Infinity,
): readonly AnswerEvent[] {
  const bytes = new TextEncoder().encode(text);
  const scanner = new SseScanner();
  const events: AnswerEvent[] = [];
  const length = Math.min(chunkLength, Math.max(bytes.length, 1));
  for (let at = 0; at < bytes.length; at += length) {
    for (const { data } of scanner.scan(bytes.subarray(at, at + length))) {
      events.push(...reader.read(data));
    }
  }
  return events;
}

const someText = fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" });
const json = fc
  .dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value) => JSON.stringify(value));

const anyBlock: fc.Arbitrary<WholeBlock> = fc.oneof(
  someText.map((text) => ({ kind: "text", text }) as const),
  fc
    .tuple(someText, fc.base64String({ minLength: 4, maxLength: 20 }))
    .map(([text, signature]) => ({ kind: "thinking", text, signature }) as const),
  fc
    .base64String({ minLength: 4, maxLength: 20 })
    .map((data) => ({ kind: "redactedThinking", data }) as const),
  fc
    .tuple(fc.uuid(), fc.stringMatching(/^[a-z_]{1,10}$/u), json)
    .map(([id, name, text]) => ({ kind: "toolCall", id, name, text }) as const),
);

/** Answers with blocks of all kinds in any order; text after text would be one block in either format. */
export const anyAnswer: fc.Arbitrary<WholeAnswer> = fc
  .array(anyBlock, { maxLength: 8 })
  .map((blocks) => {
    const kept = blocks.filter(
      (block, at) => block.kind !== "text" || blocks[at - 1]?.kind !== "text",
    );
    const hasCalls = kept.some(({ kind }) => kind === "toolCall");
    return { blocks: kept, finish: hasCalls ? "toolCalls" : "stop" };
  });
