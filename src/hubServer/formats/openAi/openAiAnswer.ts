import type { TokenUsage } from "../../store/records.ts";
import { type AnswerEvent, noUsage } from "../base/answerEvent.ts";
import type { AnswerHead } from "../base/answerWriter.ts";
import { type Finish, nativeOf, openAiFinishReason, openAiUsageOf } from "./openAiEnding.ts";

export function openAiAnswer(head: AnswerHead, events: readonly AnswerEvent[]): object {
  const { id, created, model } = head;
  const { blocks, finish, usage } = collect(events);
  const textOf = (kind: string): string =>
    blocks
      .filter((block) => block.kind === kind)
      .map(({ text }) => text)
      .join("");
  const [content, refusal, reasoning] = ["text", "refusal", "thinking"].map(textOf);
  const calls = blocks.flatMap((block) => (block.call ? [callJson(block.call, block.text)] : []));
  const details = blocks.flatMap((block) => (block.detail ? [block.detail] : []));
  const message = {
    role: "assistant",
    content: content === "" && (calls.length > 0 || refusal !== "") ? null : content,
    refusal: refusal === "" ? null : refusal,
    ...(reasoning !== "" && { reasoning_content: reasoning }),
    ...(details.some(isPrecious) && { reasoning_details: details }),
    ...callFields(calls, head),
  };
  return {
    id,
    object: "chat.completion",
    created,
    model,
    choices: [
      {
        index: 0,
        message,
        logprobs: null,
        finish_reason: openAiFinishReason(finish, head),
        ...nativeOf(finish),
      },
    ],
    usage: openAiUsageOf(usage),
  };
}

interface Collected {
  readonly kind: string;
  text: string;
  readonly call?: { readonly id: string; readonly name: string };
  detail?: Record<string, unknown>;
}

function collect(events: readonly AnswerEvent[]): {
  readonly blocks: readonly Collected[];
  readonly finish: Finish;
  readonly usage: TokenUsage;
} {
  const blocks = new Map<number, Collected>();
  let finish: Finish = { kind: "finish", reason: "stop" };
  let usage = noUsage;
  for (const event of events) {
    if (event.kind === "blockStart") {
      blocks.set(event.index, collectedOf(event));
    } else if (event.kind === "delta") {
      addText(blocks.get(event.index), event.text);
    } else if (event.kind === "signature") {
      Object.assign(blocks.get(event.index)?.detail ?? {}, { signature: event.signature });
    } else if (event.kind === "finish") {
      finish = event;
    } else if (event.kind === "usage") {
      ({ usage } = event);
    }
  }
  return { blocks: [...blocks.values()], finish, usage };
}

function collectedOf({ index, block }: AnswerEvent & { kind: "blockStart" }): Collected {
  const { kind } = block;
  switch (kind) {
    case "toolCall":
      return { kind, text: "", call: block };
    case "thinking":
      return { kind, text: "", detail: { type: "reasoning.text", text: "", index } };
    case "redactedThinking":
      return { kind, text: "", detail: { type: "reasoning.encrypted", data: block.data, index } };
    default:
      return { kind, text: "" };
  }
}

function addText(block: Collected | undefined, text: string): void {
  if (block) {
    block.text += text;
    if (block.kind === "thinking") {
      Object.assign(block.detail ?? {}, { text: block.text });
    }
  }
}

/** True for a signed or encrypted thought, which the client must send back unchanged. */
function isPrecious(entry: Readonly<Record<string, unknown>>): boolean {
  return entry["signature"] !== undefined || entry["data"] !== undefined;
}

interface CallJson {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

function callFields(calls: readonly CallJson[], { hasOlderCalls }: AnswerHead): object {
  const [first] = calls;
  if (!first) {
    return {};
  }
  return hasOlderCalls === true ? { function_call: first.function } : { tool_calls: calls };
}

function callJson(
  { id, name }: { readonly id: string; readonly name: string },
  json: string,
): CallJson {
  return { id, type: "function", function: { name, arguments: json === "" ? "{}" : json } };
}
