import { isRecord } from "../../../shared/base/json.ts";
import type { TokenUsage } from "../../store/records.ts";
import type { AnswerEvent, BlockHead, FinishReason, StreamError } from "../base/answerEvent.ts";
import type { AnswerReader } from "../base/answerReader.ts";
import { countOf, type Fields, fieldsOf, listOf, parseFields, stringOf } from "../base/fields.ts";
import { FurtherText } from "../base/furtherText.ts";
import { unreadEvents } from "../base/unreadEvents.ts";

export class AnthropicReader implements AnswerReader {
  readonly #known = new Set<number>();
  #usage: Fields = {};
  readonly #further = new FurtherText("text");
  #furtherIndex = -1;

  read(data: string): readonly AnswerEvent[] {
    const further = this.#known.has(this.#furtherIndex) ? this.#further.textOf(data) : undefined;
    if (further !== undefined && further !== "") {
      return [{ kind: "delta", index: this.#furtherIndex, text: further }];
    }
    const event = parseFields(data);
    return event ? this.#readEvent(event, data) : unreadEvents(data);
  }

  readWhole(body: string): readonly AnswerEvent[] | undefined {
    const message = parseFields(body);
    if (!message || !Array.isArray(message["content"])) {
      return undefined;
    }
    return [
      ...this.#start(message),
      ...listOf(message["content"]).flatMap((block, index) => [
        ...this.#begin(index, fieldsOf(block)),
        ...(this.#known.delete(index) ? [{ kind: "blockEnd", index } as const] : []),
      ]),
      ...finishEvents(message),
    ];
  }

  #readEvent(event: Fields, data: string): readonly AnswerEvent[] {
    const index = typeof event["index"] === "number" ? event["index"] : -1;
    switch (event["type"]) {
      case "message_start":
        return this.#start(fieldsOf(event["message"]));
      case "content_block_start":
        return this.#begin(index, fieldsOf(event["content_block"]));
      case "content_block_delta":
        return this.#known.has(index) ? this.#readDelta(data, index, fieldsOf(event["delta"])) : [];
      case "content_block_stop":
        return this.#known.delete(index) ? [{ kind: "blockEnd", index }] : [];
      case "message_delta":
        return [...this.#report(event["usage"]), ...finishEvents(fieldsOf(event["delta"]))];
      case "ping":
        return [{ kind: "ping" }];
      case "error":
        return [{ kind: "error", error: anthropicError(fieldsOf(event["error"])) }];
      default:
        return [];
    }
  }

  #start(message: Fields): readonly AnswerEvent[] {
    return [
      {
        kind: "start",
        id: stringOf(message["id"]) ?? "",
        model: stringOf(message["model"]) ?? "",
      },
      ...this.#report(message["usage"]),
    ];
  }

  /** Reports usage; `message_start` had the counts that are missing here. */
  #report(usage: unknown): readonly AnswerEvent[] {
    if (!isRecord(usage)) {
      return [];
    }
    const said = Object.entries(usage).filter(
      ([name, count]) => typeof count === "number" || name === "cache_creation",
    );
    this.#usage = { ...this.#usage, ...Object.fromEntries(said) };
    return [{ kind: "usage", usage: anthropicUsage(this.#usage) }];
  }

  #readDelta(data: string, index: number, delta: Fields): readonly AnswerEvent[] {
    if (delta["type"] === "text_delta" && delta["signature"] === undefined) {
      this.#further.learn(data);
      this.#furtherIndex = index;
    }
    return deltaEvents(index, delta);
  }

  #begin(index: number, block: Fields): readonly AnswerEvent[] {
    const head = headOf(block);
    if (!head) {
      return [];
    }
    this.#known.add(index);
    return [{ kind: "blockStart", index, block: head }, ...contentEvents(index, block)];
  }
}

function headOf(block: Fields): BlockHead | undefined {
  switch (block["type"]) {
    case "text":
      return { kind: "text" };
    case "thinking":
      return { kind: "thinking" };
    case "redacted_thinking":
      return { kind: "redactedThinking", data: stringOf(block["data"]) ?? "" };
    case "tool_use":
      return {
        kind: "toolCall",
        id: stringOf(block["id"]) ?? "",
        name: stringOf(block["name"]) ?? "",
      };
    default:
      return undefined;
  }
}

function contentEvents(index: number, block: Fields): readonly AnswerEvent[] {
  const input = isRecord(block["input"]) ? block["input"] : {};
  const json = Object.keys(input).length === 0 ? "" : JSON.stringify(input);
  const text = stringOf(block["text"]) ?? stringOf(block["thinking"]) ?? json;
  const signature = stringOf(block["signature"]) ?? "";
  return [
    ...(text === "" ? [] : [{ kind: "delta", index, text } as const]),
    ...(signature === "" ? [] : [{ kind: "signature", index, signature } as const]),
  ];
}

function deltaEvents(index: number, delta: Fields): readonly AnswerEvent[] {
  const { signature } = delta;
  if (typeof signature === "string") {
    return signature === "" ? [] : [{ kind: "signature", index, signature }];
  }
  const text =
    stringOf(delta["text"]) ?? stringOf(delta["thinking"]) ?? stringOf(delta["partial_json"]) ?? "";
  return text === "" ? [] : [{ kind: "delta", index, text }];
}

const finishReasons = new Map<unknown, FinishReason>([
  ["end_turn", "stop"],
  ["stop_sequence", "stopSequence"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_use", "toolCalls"],
  ["refusal", "refusal"],
  ["pause_turn", "pause"],
]);

function finishEvents(message: Fields): readonly AnswerEvent[] {
  const reason = stringOf(message["stop_reason"]);
  if (reason === undefined) {
    return [];
  }
  const stopSequence = stringOf(message["stop_sequence"]);
  const known = finishReasons.get(reason);
  return [
    {
      kind: "finish",
      reason: known ?? "stop",
      ...(known === undefined && { native: reason.slice(0, 100) }),
      ...(stopSequence !== undefined && { stopSequence }),
    },
  ];
}

/** Anthropic's `input_tokens` excludes cached tokens; `inputTokens` includes them. */
function anthropicUsage(usage: Fields): TokenUsage {
  const cachedTokens = countOf(usage["cache_read_input_tokens"]);
  const cacheWriteTokens = countOf(usage["cache_creation_input_tokens"]);
  const { cache_creation: lifetimes } = usage;
  return {
    inputTokens: countOf(usage["input_tokens"]) + cachedTokens + cacheWriteTokens,
    cachedTokens,
    cacheWriteTokens,
    ...(isRecord(lifetimes) && {
      cacheWriteHourTokens: countOf(lifetimes["ephemeral_1h_input_tokens"]),
    }),
    outputTokens: countOf(usage["output_tokens"]),
  };
}

const statuses = new Map<unknown, number>([
  ["invalid_request_error", 400],
  ["authentication_error", 502],
  ["permission_error", 502],
  ["not_found_error", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["timeout_error", 504],
  ["overloaded_error", 529],
]);

function anthropicError({ type, message }: Fields): StreamError {
  return {
    message: stringOf(message)?.slice(0, 2_000) ?? "The model failed.",
    status: statuses.get(type) ?? 502,
  };
}
