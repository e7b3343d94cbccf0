import { type Fields, isRecord } from "../../shared/base/json.ts";
import type { Usage } from "../../shared/conversation/conversation.ts";
import { HubError } from "../errors/hubError.ts";
import { withoutUndefined } from "../withoutUndefined.ts";
import { type AnswerReader, type ReaderSink, tokenCount } from "./answerReader.ts";
import type { StreamEvent } from "./chatTypes.ts";
import { isCut, tellingReason } from "./ending.ts";
import { ToolCalls } from "./toolCalls.ts";

/** Handwritten checks, because they run per token. Skips values of unexpected types. */
export class ChunkReader implements AnswerReader {
  /** True after the end; usage may still follow it, and `[DONE]` is not an object. */
  readonly isClosed = false;
  readonly #sink: ReaderSink;
  readonly #calls = new ToolCalls();
  #hasStarted = false;
  #choiceAt: number | undefined;
  #hasToldOther = false;
  #finishReason: string | undefined;
  #usage: Usage | undefined;

  constructor(sink: ReaderSink) {
    this.#sink = sink;
  }

  get finishReason(): string | undefined {
    return this.#finishReason;
  }

  /** The last report counts: some servers send running totals. */
  get usage(): Usage | undefined {
    return this.#usage;
  }

  read(value: unknown, requestId?: string): void {
    if (!isRecord(value)) {
      return;
    }
    const choice = this.#ownChoice(value);
    const { usage } = value;
    if (!this.#hasStarted && (choice ?? isRecord(usage))) {
      this.#start(value["model"], requestId);
    }
    if (choice && this.#finishReason === undefined) {
      this.#readChoice(choice);
    }
    if (isRecord(usage)) {
      this.#usage = { ...this.#usage, ...readUsage(usage) };
    }
  }

  endWhole(): void {
    this.#finishReason ??= "stop";
  }

  toolCalls(): readonly StreamEvent[] {
    return isCut(this.#finishReason)
      ? []
      : this.#calls.complete().map((call) => ({ kind: "toolCall", call }));
  }

  #start(model: unknown, requestId: string | undefined): void {
    this.#hasStarted = true;
    const name = typeof model === "string" ? model.slice(0, 500) : "";
    this.#sink.emit({
      kind: "responseStarted",
      ...(name !== "" && { model: name }),
      ...(requestId !== undefined && { requestId }),
    });
  }

  #ownChoice(value: Fields): Fields | undefined {
    const { choice, other } = firstChoice(value, this.#choiceAt);
    this.#choiceAt ??= choice && choiceIndex(choice);
    if (other !== undefined) {
      this.#tellOther(other);
    }
    return choice;
  }

  #tellOther(index: number): void {
    if (!this.#hasToldOther) {
      this.#hasToldOther = true;
      const failure = { kind: "unknown_content" as const, hubCode: `choices[${index}]` };
      this.#sink.emit({ kind: "notice", failure });
    }
  }

  #readChoice(choice: Fields): void {
    // Older completions have `text`.
    const delta = choice["delta"] ?? choice["message"] ?? { content: choice["text"] };
    if (isRecord(delta)) {
      this.#readDelta(delta);
    }
    const reason = choice["finish_reason"];
    if (typeof reason === "string" && reason !== "") {
      this.#finishReason = tellingReason(reason, choice["native_finish_reason"]);
    }
  }

  #readDelta(delta: Fields): void {
    const { emit, onContent } = this.#sink;
    const reasoning = textOf(delta["reasoning_content"] ?? delta["reasoning"]);
    if (reasoning !== "") {
      emit({ kind: "reasoningDelta", text: reasoning });
    }
    const text = textOf(delta["content"]) + textOf(delta["refusal"]);
    if (text !== "") {
      emit({ kind: "textDelta", text });
    }
    if (Array.isArray(delta["tool_calls"])) {
      this.#calls.add(delta["tool_calls"]);
      onContent(this.#calls.last);
    } else if (isRecord(delta["function_call"])) {
      // Some servers send only this older form of `tool_calls`.
      this.#calls.add([{ index: 0, function: delta["function_call"] }]);
      onContent(this.#calls.last);
    }
  }
}

function firstChoice(
  value: Fields,
  known: number | undefined,
): { readonly choice?: Fields; readonly other?: number } {
  const choices: readonly unknown[] = Array.isArray(value["choices"]) ? value["choices"] : [];
  const indexed = choices
    .filter((choice) => isRecord(choice))
    .map((choice) => ({ choice, index: choiceIndex(choice) }));
  const wanted = known ?? Math.min(...indexed.map(({ index }) => index));
  const first = indexed.find(({ index }) => index === wanted)?.choice;
  const other = indexed.find(({ index }) => index !== wanted)?.index;
  return withoutUndefined({ choice: first, other });
}

function choiceIndex(choice: Fields): number {
  const index = choice["index"] ?? 0;
  if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index > 127) {
    throw new HubError({ kind: "malformed_stream" });
  }
  return index;
}

function textOf(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  if (!Array.isArray(value)) {
    return "";
  }
  return value
    .map((part: unknown) => {
      const isText = isRecord(part) && (part["type"] ?? "text") === "text";
      return isText && typeof part["text"] === "string" ? part["text"] : "";
    })
    .join("");
}

function readUsage(usage: Fields): Usage {
  const details = isRecord(usage["prompt_tokens_details"]) ? usage["prompt_tokens_details"] : {};
  const { cost, currency } = usage;
  return withoutUndefined({
    inputTokens: tokenCount(usage["prompt_tokens"] ?? usage["input_tokens"]),
    outputTokens: tokenCount(usage["completion_tokens"] ?? usage["output_tokens"]),
    cachedTokens: tokenCount(details["cached_tokens"]),
    cost: typeof cost === "string" || Number.isFinite(cost) ? String(cost).slice(0, 50) : undefined,
    currency: typeof currency === "string" ? currency.slice(0, 10) : undefined,
  });
}

/** The cost with the hub's digits. */
export function decimalCost(value: unknown): string | undefined {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return text.length <= 50 && /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu.test(text) ? text : undefined;
}
