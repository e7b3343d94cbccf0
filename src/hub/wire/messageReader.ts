import { type Fields, isRecord } from "../../shared/base/json.ts";
import type { Usage } from "../../shared/conversation/conversation.ts";
import { HubError } from "../errors/hubError.ts";
import { withoutUndefined } from "../withoutUndefined.ts";
import { type AnswerReader, type ReaderSink, tokenCount } from "./answerReader.ts";
import type { StreamEvent } from "./chatTypes.ts";
import { isCut, tellingReason } from "./ending.ts";
import { ToolCalls } from "./toolCalls.ts";

/** A larger index is an error of the hub. */
const maxBlocks = 4096;

const silentBlocks: ReadonlySet<unknown> = new Set(["redacted_thinking"]);

type BlockKind = "text" | "thinking" | "call" | "other";

const streamTypes: ReadonlySet<unknown> = new Set([
  "message_start",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
  "message_delta",
  "message_stop",
  "ping",
]);

/** Anthropic API reference, "Streaming messages". */
export function isMessageEvent(value: unknown): value is Fields {
  return isRecord(value) && streamTypes.has(value["type"]);
}

export function isWholeMessage(value: unknown): value is Fields {
  return isRecord(value) && value["type"] === "message" && Array.isArray(value["content"]);
}

/** Only `message_stop` ends an answer. A tool call counts only if its block was closed. */
export class MessageReader implements AnswerReader {
  readonly #sink: ReaderSink;
  readonly #calls = new ToolCalls();
  readonly #open = new Map<number, BlockKind>();
  readonly #callNumbers = new Map<number, number>();
  #hasStarted = false;
  #hasToldUnknown = false;
  #stopReason: string | undefined;
  #isClosed = false;
  /** True if arguments came without the start of their call, which has the name. */
  #isStartLost = false;
  #counts: Fields = {};
  #hasUsage = false;

  constructor(sink: ReaderSink) {
    this.#sink = sink;
  }

  get finishReason(): string | undefined {
    return this.#isClosed ? (this.#stopReason ?? "stop") : undefined;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get usage(): Usage | undefined {
    return this.#hasUsage ? readUsage(this.#counts) : undefined;
  }

  read(value: unknown, requestId?: string): void {
    if (isWholeMessage(value)) {
      this.#readWhole(value, requestId);
    } else if (isRecord(value) && !this.#isClosed) {
      this.#readEvent(value, requestId);
    }
  }

  endWhole(): void {
    this.#isClosed = true;
  }

  toolCalls(): readonly StreamEvent[] {
    if (isCut(this.#stopReason)) {
      return [];
    }
    if (this.#isStartLost || [...this.#open.values()].includes("call")) {
      throw new HubError({ kind: "malformed_stream" });
    }
    return this.#calls.complete().map((call) => ({ kind: "toolCall", call }));
  }

  #readEvent(event: Fields, requestId: string | undefined): void {
    const hasEnded = this.#stopReason !== undefined;
    switch (event["type"]) {
      case "message_start":
        if (isRecord(event["message"])) {
          this.#start(event["message"], requestId);
        }
        return;
      case "content_block_start":
        if (!hasEnded && isRecord(event["content_block"])) {
          const block = event["content_block"];
          this.#begin(blockIndex(event), block, inputPiece(block["input"]));
        }
        return;
      case "content_block_delta":
        if (!hasEnded && isRecord(event["delta"])) {
          this.#grow(blockIndex(event), event["delta"]);
        }
        return;
      case "content_block_stop":
        this.#open.delete(blockIndex(event));
        return;
      case "message_delta":
        this.#count(event["usage"]);
        this.#stop(event["delta"]);
        return;
      case "message_stop":
        this.#isClosed = true;
        return;
      default:
    }
  }

  #readWhole(message: Fields, requestId: string | undefined): void {
    this.#start(message, requestId);
    const blocks: readonly unknown[] = Array.isArray(message["content"]) ? message["content"] : [];
    blocks.slice(0, maxBlocks).forEach((block, index) => {
      if (isRecord(block)) {
        this.#begin(index, block, wholeInput(block["input"]));
        this.#open.delete(index);
      }
    });
    this.#stop(message);
  }

  #start(message: Fields, requestId: string | undefined): void {
    if (!this.#hasStarted) {
      this.#hasStarted = true;
      const model = typeof message["model"] === "string" ? message["model"].slice(0, 500) : "";
      this.#sink.emit({
        kind: "responseStarted",
        ...(model !== "" && { model }),
        ...(requestId !== undefined && { requestId }),
      });
    }
    this.#count(message["usage"]);
  }

  #begin(index: number, block: Fields, input: unknown): void {
    const kind = kindOf(block["type"]);
    this.#open.set(index, kind);
    switch (kind) {
      case "text":
      case "thinking":
        this.#tell(kind, block[kind]);
        return;
      case "call":
        this.#addCall(index, {
          id: block["id"],
          function: { name: block["name"], arguments: input },
        });
        return;
      case "other":
        this.#tellUnknown(block["type"]);
        return;
      default:
        kind satisfies never;
    }
  }

  /** Adds a delta, also without a block start. */
  #grow(index: number, delta: Fields): void {
    switch (delta["type"]) {
      case "text_delta":
        this.#tell("text", delta["text"]);
        return;
      case "thinking_delta":
        this.#tell("thinking", delta["thinking"]);
        return;
      case "input_json_delta":
        // The server itself runs these tools.
        if (this.#open.get(index) !== "other") {
          this.#open.set(index, "call");
          this.#isStartLost ||= !this.#callNumbers.has(index);
          this.#addCall(index, { function: { arguments: delta["partial_json"] } });
        }
        return;
      default:
    }
  }

  #addCall(blockAt: number, fields: Fields): void {
    const index = this.#callNumbers.get(blockAt) ?? this.#callNumbers.size;
    this.#callNumbers.set(blockAt, index);
    this.#calls.add([{ index, ...fields }]);
    this.#sink.onContent(this.#calls.last);
  }

  #tell(kind: "text" | "thinking", text: unknown): void {
    if (typeof text === "string" && text !== "") {
      this.#sink.emit({ kind: kind === "text" ? "textDelta" : "reasoningDelta", text });
    }
  }

  #tellUnknown(type: unknown): void {
    if (!this.#hasToldUnknown && !silentBlocks.has(type)) {
      this.#hasToldUnknown = true;
      const hubCode = typeof type === "string" && /^\w{1,64}$/u.test(type) ? type : undefined;
      const failure = withoutUndefined({ kind: "unknown_content" as const, hubCode });
      this.#sink.emit({ kind: "notice", failure });
    }
  }

  #stop(delta: unknown): void {
    const { stop_reason: reason, native_finish_reason: native } = isRecord(delta) ? delta : {};
    if (typeof reason === "string" && reason !== "") {
      this.#stopReason ??= tellingReason(reason, native);
    }
  }

  /** Adds usage: the start has the input tokens; counts at the end replace the others. */
  #count(usage: unknown): void {
    if (isRecord(usage)) {
      const said = Object.entries(usage)
        .filter(([, count]) => count !== null)
        .slice(0, 50);
      this.#counts = { ...this.#counts, ...Object.fromEntries(said) };
      this.#hasUsage = true;
    }
  }
}

function kindOf(type: unknown): BlockKind {
  switch (type) {
    case "text":
    case "thinking":
      return type;
    case "tool_use":
      return "call";
    default:
      return "other";
  }
}

function blockIndex({ index }: Fields): number {
  const isUsable =
    typeof index === "number" && Number.isInteger(index) && index >= 0 && index < maxBlocks;
  if (!isUsable) {
    throw new HubError({ kind: "malformed_stream" });
  }
  return index;
}

function inputPiece(input: unknown): unknown {
  return isRecord(input) && Object.keys(input).length > 0 ? input : "";
}

/** The arguments. Our hub wraps arguments that are not a JSON object as `raw_arguments`. */
function wholeInput(input: unknown): unknown {
  const { raw_arguments: raw, ...others } = isRecord(input) ? input : {};
  const isRaw = typeof raw === "string" && Object.keys(others).length === 0;
  return isRaw ? raw : (input ?? JSON.stringify(input));
}

/** Reads usage; the API counts cached tokens apart from the input. */
function readUsage(counts: Fields): Usage {
  const cachedTokens = tokenCount(counts["cache_read_input_tokens"]);
  const written = tokenCount(counts["cache_creation_input_tokens"]) ?? 0;
  const input = tokenCount(counts["input_tokens"]);
  return withoutUndefined({
    inputTokens: input === undefined ? undefined : input + (cachedTokens ?? 0) + written,
    outputTokens: tokenCount(counts["output_tokens"]),
    cachedTokens: cachedTokens === 0 ? undefined : cachedTokens,
  });
}
