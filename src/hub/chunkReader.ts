import type { Usage } from "../shared/conversation.ts";
import type { StreamEvent, ToolCall } from "./chatTypes.ts";
import { isRecord, parseJson } from "./errorSignals.ts";
import { HubError } from "./hubError.ts";

type Fields = Readonly<Record<string, unknown>>;

interface PartialCall {
  id: string;
  name: string;
  json: string;
}

const maxToolCalls = 128;

/**
 * Reads the objects of one answer (chunks of a stream, or one whole completion) into events. Written by
 * hand because it runs once per token: whatever is not of the expected type is passed over, wire values
 * are never keys of an object, and nothing that follows the end of the answer counts.
 */
export class ChunkReader {
  readonly #calls = new Map<number, PartialCall>();
  #hasStarted = false;
  #finishReason: string | undefined;

  /** Why the answer ended, once it has. */
  get finishReason(): string | undefined {
    return this.#finishReason;
  }

  /** Whether a value of a stream is an error rather than a part of an answer. */
  static isError(value: unknown): boolean {
    return (
      isRecord(value) &&
      ((value["error"] !== undefined && value["error"] !== null) ||
        value["object"] === "error" ||
        value["type"] === "error" ||
        firstChoice(value)?.["finish_reason"] === "error" ||
        (value["choices"] === undefined && (value["success"] === false || "detail" in value)))
    );
  }

  /** The events of one object. Throws `malformed_stream` for tool calls that cannot be told apart. */
  *read(value: unknown, requestId?: string): Generator<StreamEvent> {
    if (!isRecord(value)) {
      return;
    }
    const choice = firstChoice(value);
    if (!this.#hasStarted && (choice ?? isRecord(value["usage"]))) {
      this.#hasStarted = true;
      const model = typeof value["model"] === "string" ? value["model"].slice(0, 500) : undefined;
      yield {
        kind: "responseStarted",
        ...(model && { model }),
        ...(requestId !== undefined && { requestId }),
      };
    }
    if (choice && this.#finishReason === undefined) {
      yield* this.#readChoice(choice);
    }
    if (isRecord(value["usage"])) {
      yield { kind: "usage", ...readUsage(value["usage"]) };
    }
  }

  /** The complete calls of an answer that ended in order. Throws for arguments that are not a JSON object. */
  *toolCalls(): Generator<StreamEvent> {
    for (const { id, name, json } of this.#calls.values()) {
      const args = json.trim() === "" ? {} : parseJson(json);
      if (!isRecord(args) || name === "") {
        throw new HubError({ kind: "malformed_stream" });
      }
      const call: ToolCall = { id, name, arguments: args };
      yield { kind: "toolCall", call };
    }
  }

  *#readChoice(choice: Fields): Generator<StreamEvent> {
    const delta = choice["delta"] ?? choice["message"];
    if (isRecord(delta)) {
      const reasoning = textOf(delta["reasoning_content"] ?? delta["reasoning"]);
      if (reasoning !== "") {
        yield { kind: "reasoningDelta", text: reasoning };
      }
      const text = textOf(delta["content"]) + textOf(delta["refusal"]);
      if (text !== "") {
        yield { kind: "textDelta", text };
      }
      if (Array.isArray(delta["tool_calls"])) {
        this.#readCalls(delta["tool_calls"]);
      }
    }
    const reason = choice["finish_reason"];
    if (typeof reason === "string" && reason !== "") {
      this.#finishReason = /^(refusal|guardrail_intervened)$/u.test(reason)
        ? "content_filter"
        : reason.slice(0, 100);
    }
  }

  #readCalls(deltas: readonly unknown[]): void {
    for (const delta of deltas) {
      if (isRecord(delta)) {
        const call = this.#callFor(delta);
        const fn = isRecord(delta["function"]) ? delta["function"] : {};
        call.id ||= textOf(delta["id"]).slice(0, 200);
        call.name ||= textOf(fn["name"]).slice(0, 200);
        call.json += textOf(fn["arguments"]);
      }
    }
  }

  /** By its index; without one by its id, else the call that was last. */
  #callFor(delta: Fields): PartialCall {
    const index = delta["index"] ?? this.#indexWithout(textOf(delta["id"]));
    if (
      typeof index !== "number" ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= maxToolCalls
    ) {
      throw new HubError({ kind: "malformed_stream" });
    }
    const call = this.#calls.get(index) ?? { id: "", name: "", json: "" };
    this.#calls.set(index, call);
    return call;
  }

  #indexWithout(id: string): number {
    for (const [index, call] of this.#calls) {
      if (id !== "" && call.id === id) {
        return index;
      }
    }
    return id === "" ? Math.max(0, this.#calls.size - 1) : this.#calls.size;
  }
}

function firstChoice(value: Fields): Fields | undefined {
  const choices = value["choices"];
  if (!Array.isArray(choices)) {
    return undefined;
  }
  return choices.find(
    (choice: unknown): choice is Fields =>
      isRecord(choice) && (choice["index"] === undefined || choice["index"] === 0),
  );
}

/** A string, or the text of an array of content parts. */
function textOf(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  if (!Array.isArray(value)) {
    return "";
  }
  return value
    .map((part: unknown) =>
      isRecord(part) && typeof part["text"] === "string" ? part["text"] : "",
    )
    .join("");
}

function readUsage(usage: Fields): Usage {
  const details = isRecord(usage["prompt_tokens_details"]) ? usage["prompt_tokens_details"] : {};
  const inputTokens = count(usage["prompt_tokens"] ?? usage["input_tokens"]);
  const outputTokens = count(usage["completion_tokens"] ?? usage["output_tokens"]);
  const cachedTokens = count(details["cached_tokens"]);
  const { cost, currency } = usage;
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...((typeof cost === "string" || typeof cost === "number") && {
      cost: String(cost).slice(0, 50),
    }),
    ...(typeof currency === "string" && { currency: currency.slice(0, 10) }),
  };
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
