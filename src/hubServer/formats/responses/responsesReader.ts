import type { TokenUsage } from "../../store/records.ts";
import type { AnswerEvent, FinishReason, StreamError } from "../base/answerEvent.ts";
import type { AnswerReader } from "../base/answerReader.ts";
import { type Fields, fieldsOf, listOf, numberOf, parseFields, stringOf } from "../base/fields.ts";
import { signatureOf } from "../base/reasoningSeal.ts";
import { unreadEvents } from "../base/unreadEvents.ts";
import { endEvents, itemJson, type OutputItem } from "./outputItem.ts";
import {
  type BegunItem,
  callKinds,
  callOf,
  deltaKinds,
  errorOf,
  headOf,
  partKinds,
} from "./readItem.ts";
import { EventNumbers, failedEvents, readUsage, usageJson } from "./responseJson.ts";

const incompleteReasons = new Map<string, FinishReason>([
  ["max_output_tokens", "length"],
  ["content_filter", "refusal"],
]);

interface Block {
  readonly index: number;
  readonly item: OutputItem;
}

/** Skips the vendor's own tools. An item out of order is read from its last event. */
export class ResponsesReader implements AnswerReader {
  readonly #blocks = new Map<number, Block>();
  readonly #seen = new Set<number>();
  readonly #items = new Map<number, Fields>();
  readonly #parts = new Map<number, readonly Fields[]>();
  #response: Fields = {};
  #isStarted = false;
  #nextIndex = 0;
  #nextNumber = 0;

  read(data: string): readonly AnswerEvent[] {
    const event = parseFields(data);
    return event ? this.#readEvent(event) : unreadEvents(data);
  }

  readWhole(body: string): readonly AnswerEvent[] | undefined {
    const response = parseFields(body);
    if (!response || !Array.isArray(response["output"])) {
      return undefined;
    }
    return this.#end(response);
  }

  cutText(usage: TokenUsage): string {
    const open = [...this.#blocks.values()].map(({ item }) => item);
    const events = open.flatMap((item) => endEvents(item, "incomplete"));
    const response = {
      ...this.#responseSoFar(),
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      usage: usageJson({ usage, reasoningTokens: 0 }),
    };
    const numbers = new EventNumbers(this.#nextNumber);
    return numbers.text([...events, ["response.incomplete", { response }]]);
  }

  failedText(error: StreamError): string {
    const numbers = new EventNumbers(this.#nextNumber);
    return numbers.text(failedEvents(error, this.#responseSoFar()));
  }

  #readEvent(event: Fields): readonly AnswerEvent[] {
    const type = stringOf(event["type"]) ?? "";
    const output = numberOf(event["output_index"]) ?? 0;
    this.#nextNumber = (numberOf(event["sequence_number"]) ?? this.#nextNumber) + 1;
    const kind = deltaKinds.get(type);
    if (kind === undefined) {
      return this.#readStep(type, event) ?? this.#readItemStep(type, output, event);
    }
    const text = stringOf(event["delta"]) ?? "";
    const id = stringOf(event["item_id"]) ?? "";
    return text === "" ? [] : this.#add(output, text, { kind, id });
  }

  #readStep(type: string, event: Fields): readonly AnswerEvent[] | undefined {
    switch (type) {
      case "response.created":
      case "response.in_progress":
        return this.#start(fieldsOf(event["response"]));
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        return this.#end(fieldsOf(event["response"]));
      case "error":
        return [{ kind: "error", error: errorOf(event["error"] ?? event) }];
      default:
        return undefined;
    }
  }

  #readItemStep(type: string, output: number, event: Fields): readonly AnswerEvent[] {
    switch (type) {
      case "response.output_item.added":
        return this.#addItem(output, fieldsOf(event["item"]));
      case "response.output_item.done":
        return this.#endItem(output, fieldsOf(event["item"]));
      case "response.content_part.done":
        return this.#endPart(output, fieldsOf(event["part"]));
      case "response.reasoning_summary_part.added":
        return this.#addSummary(output, stringOf(event["item_id"]));
      default:
        return [];
    }
  }

  #start(response: Fields): readonly AnswerEvent[] {
    this.#response = response;
    if (this.#isStarted) {
      return [];
    }
    this.#isStarted = true;
    const { id, model } = response;
    return [{ kind: "start", id: stringOf(id) ?? "", model: stringOf(model) ?? "" }];
  }

  #addItem(output: number, item: Fields): readonly AnswerEvent[] {
    const kind = callKinds.get(item["type"]);
    const isStreamed = kind === "function" || kind === "custom";
    return isStreamed && !this.#items.has(output) ? this.#begin(output, callOf(kind, item)) : [];
  }

  #add(
    output: number,
    text: string,
    begun: Pick<OutputItem, "kind" | "id">,
  ): readonly AnswerEvent[] {
    const open = this.#blocks.get(output);
    if (open?.item.kind === begun.kind) {
      open.item.text += text;
      return [{ kind: "delta", index: open.index, text }];
    }
    // A call without a name is read at its end.
    return begun.kind === "function" || begun.kind === "custom" || this.#items.has(output)
      ? []
      : [...this.#begin(output, begun), ...this.#add(output, text, begun)];
  }

  #addSummary(output: number, id = ""): readonly AnswerEvent[] {
    const open = this.#blocks.get(output);
    return open?.item.kind === "reasoning" && open.item.text !== ""
      ? this.#add(output, "\n\n", { kind: "reasoning", id })
      : [];
  }

  #begin(output: number, given: BegunItem): readonly AnswerEvent[] {
    const end = this.#close(output);
    const index = this.#nextIndex;
    this.#nextIndex += 1;
    this.#seen.add(output);
    const before = this.#parts.get(output) ?? [];
    this.#blocks.set(output, { index, item: { ...given, output, before, text: "" } });
    return [...end, { kind: "blockStart", index, block: headOf(given) }];
  }

  #endPart(output: number, part: Fields): readonly AnswerEvent[] {
    const kind = partKinds.get(part["type"]);
    if (kind === undefined || this.#items.has(output)) {
      return [];
    }
    const isOpen = this.#blocks.get(output)?.item.kind === kind;
    const whole = isOpen ? [] : this.#wholePart(output, part);
    this.#parts.set(output, [...(this.#parts.get(output) ?? []), part]);
    return [...whole, ...this.#close(output)];
  }

  #endItem(output: number, item: Fields): readonly AnswerEvent[] {
    if (this.#items.has(output)) {
      return [];
    }
    const open = this.#blocks.get(output);
    const events = open
      ? this.#rest(open, item)
      : this.#seen.has(output)
        ? []
        : this.#wholeItem(output, item);
    const end = this.#close(output);
    this.#items.set(output, item);
    return [...events, ...end];
  }

  #rest({ index, item }: Block, whole: Fields): readonly AnswerEvent[] {
    const { output, kind, id, text } = item;
    const all = stringOf(whole["arguments"]) ?? stringOf(whole["input"]) ?? "";
    const isMissing = text === "" && all !== "" && kind !== "reasoning";
    const sealed = stringOf(whole["encrypted_content"]);
    return [
      ...(isMissing ? this.#add(output, all, { kind, id }) : []),
      ...(sealed === undefined
        ? []
        : [{ kind: "signature", index, signature: signatureOf(sealed) } as const]),
    ];
  }

  #wholeItem(output: number, item: Fields): readonly AnswerEvent[] {
    const id = stringOf(item["id"]) ?? "";
    const kind = callKinds.get(item["type"]);
    if (item["type"] === "message") {
      return listOf(item["content"]).flatMap((part) => [
        ...this.#wholePart(output, fieldsOf(part), id),
        ...this.#close(output),
      ]);
    }
    if (item["type"] === "reasoning") {
      return this.#wholeReasoning(output, item);
    }
    if (kind === undefined) {
      return [];
    }
    const action = kind === "localShell" ? JSON.stringify(fieldsOf(item["action"])) : "";
    const begun = this.#begin(output, callOf(kind, item));
    const text = stringOf(item["arguments"]) ?? stringOf(item["input"]) ?? action;
    return text === "" ? begun : [...begun, ...this.#add(output, text, { kind, id })];
  }

  #wholePart(output: number, part: Fields, id = ""): readonly AnswerEvent[] {
    const kind = partKinds.get(part["type"]);
    const text = stringOf(part["text"]) ?? stringOf(part["refusal"]) ?? "";
    return kind === undefined || text === "" ? [] : this.#add(output, text, { kind, id });
  }

  #wholeReasoning(output: number, item: Fields): readonly AnswerEvent[] {
    const parts = [...listOf(item["summary"]), ...listOf(item["content"])].map(fieldsOf);
    const text = parts.flatMap((part) => stringOf(part["text"]) ?? []).join("\n\n");
    const sealed = stringOf(item["encrypted_content"]);
    if (text !== "") {
      const kind = "reasoning";
      const begun = this.#add(output, text, { kind, id: stringOf(item["id"]) ?? "" });
      const open = this.#blocks.get(output);
      return open ? [...begun, ...this.#rest(open, item)] : begun;
    }
    if (sealed === undefined) {
      return [];
    }
    const index = this.#nextIndex;
    this.#nextIndex += 1;
    const block = { kind: "redactedThinking", data: signatureOf(sealed) } as const;
    return [
      { kind: "blockStart", index, block },
      { kind: "blockEnd", index },
    ];
  }

  #close(output: number): readonly AnswerEvent[] {
    const open = this.#blocks.get(output);
    this.#blocks.delete(output);
    return open ? [{ kind: "blockEnd", index: open.index }] : [];
  }

  #end(response: Fields): readonly AnswerEvent[] {
    const start = this.#start(response);
    if (response["status"] === "failed") {
      return [...start, { kind: "error", error: errorOf(response["error"]) }];
    }
    const items = listOf(response["output"]).map(fieldsOf);
    const missed = items.flatMap((item, output) => this.#endItem(output, item));
    const open = [...this.#blocks.keys()].flatMap((output) => this.#close(output));
    const { usage } = response;
    return [
      ...start,
      ...missed,
      ...open,
      ...(usage === null || usage === undefined
        ? []
        : [{ kind: "usage", ...readUsage(fieldsOf(usage)) } as const]),
      { kind: "finish", ...this.#finishOf(response) },
    ];
  }

  #finishOf(response: Fields): { readonly reason: FinishReason; readonly native?: string } {
    const status = stringOf(response["status"]) ?? "completed";
    const reason = stringOf(fieldsOf(response["incomplete_details"])["reason"]);
    const native = status === "incomplete" ? (reason ?? "max_output_tokens") : status;
    if (native === "completed") {
      const hasCalls = [...this.#items.values()].some(({ type }) => callKinds.has(type));
      return { reason: hasCalls ? "toolCalls" : "stop" };
    }
    const known = incompleteReasons.get(native);
    return known ? { reason: known } : { reason: "stop", native: native.slice(0, 100) };
  }

  #responseSoFar(): Fields {
    const items = new Map(this.#items);
    for (const [output, { item }] of this.#blocks) {
      items.set(output, itemJson(item, "incomplete"));
    }
    const inOrder = [...items].toSorted(([first], [second]) => first - second);
    return { ...this.#response, output: inOrder.map(([, item]) => item) };
  }
}
