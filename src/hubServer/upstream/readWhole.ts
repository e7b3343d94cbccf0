import { fieldsOf, parseFields } from "../formats/base/fields.ts";
import { withOwnName } from "../formats/base/toolNames.ts";
import { createReader, createWriter, wholeAnswer } from "../formats/chatFormat.ts";
import { openAiUsage } from "../formats/openAi/openAiFields.ts";
import { meterEvent } from "../models/meterEvent.ts";
import type { WholeOrder, WholeReading } from "../models/modelSource.ts";
import type { TokenUsage } from "../store/records.ts";
import { TokenCount } from "../values/tokenCount.ts";

const decoder = new TextDecoder();

export function readWhole(bytes: Uint8Array, order: WholeOrder): WholeReading {
  const { upstreamFormat, format, writes, head, toolNames } = order;
  const text = decoder.decode(bytes);
  const count = new TokenCount();
  const usages: TokenUsage[] = [];
  let hasFailed = false;
  if (upstreamFormat === "usage") {
    const usage = openAiUsage(fieldsOf(parseFields(text)?.["usage"]));
    return { isAnswer: true, text: count.counted, usages: [usage], hasFailed };
  }
  const events = createReader(upstreamFormat)
    .readWhole(text)
    ?.map((event) => withOwnName(event, toolNames));
  const tap = {
    add: (piece: string) => {
      count.add(piece);
      return true;
    },
    addCounted: () => undefined,
    blockBegan: () => undefined,
    report: (usage: TokenUsage) => void usages.push(usage),
    cut: () => undefined,
    finish: () => undefined,
    lost: () => undefined,
    fail: () => {
      hasFailed = true;
    },
  };
  for (const event of events ?? []) {
    meterEvent(tap, event);
  }
  const facts = { isAnswer: events !== undefined, text: count.counted, usages, hasFailed };
  if (!events || writes === "nothing" || (writes === "whole" && hasFailed)) {
    return facts;
  }
  const writer = createWriter(format, head, order.wantsUsage);
  const written =
    writes === "stream"
      ? events.map((event) => writer.write(event)).join("") + writer.end()
      : JSON.stringify(wholeAnswer(format, head, events));
  return { ...facts, body: new TextEncoder().encode(written) };
}
