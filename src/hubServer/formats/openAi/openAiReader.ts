import { isRecord } from "../../../shared/base/json.ts";
import type { AnswerEvent, BlockHead } from "../base/answerEvent.ts";
import type { AnswerReader } from "../base/answerReader.ts";
import { type Fields, fieldsOf, listOf, numberOf, parseFields, stringOf } from "../base/fields.ts";
import { FurtherText } from "../base/furtherText.ts";
import { unreadEvents } from "../base/unreadEvents.ts";
import { callsIn, contentOf, endOf, hasError, openAiError, usageEvents } from "./openAiFields.ts";

type ProseKind = "text" | "thinking" | "refusal";

interface OpenCall {
  readonly key: string;
  readonly id: string;
  readonly index: number;
}

/**
 * Reads `reasoning_content` or `reasoning` (DeepSeek, OpenRouter), and `reasoning_details` with signatures
 * (OpenRouter). Several choices become consecutive blocks.
 */
export class OpenAiReader implements AnswerReader {
  #nextIndex = 0;
  #isStarted = false;
  #prose: { readonly kind: ProseKind; readonly index: number } | undefined;
  #calls: OpenCall[] = [];
  readonly #further = new FurtherText("content");

  read(data: string): readonly AnswerEvent[] {
    const further = this.#prose?.kind === "text" ? this.#further.textOf(data) : undefined;
    if (further !== undefined && further !== "") {
      return [{ kind: "delta", index: this.#prose?.index ?? 0, text: further }];
    }
    const chunk = parseFields(data);
    if (!chunk) {
      return unreadEvents(data);
    }
    if (hasError(chunk)) {
      return [{ kind: "error", error: openAiError(chunk["error"]) }];
    }
    const text = this.#furtherText(chunk);
    if (text !== undefined) {
      this.#further.learn(data);
      return [{ kind: "delta", index: this.#prose?.index ?? 0, text }];
    }
    return [
      ...this.#start(chunk),
      ...listOf(chunk["choices"]).flatMap((choice) => this.#readChoice(fieldsOf(choice))),
      ...usageEvents(chunk),
    ];
  }

  readWhole(body: string): readonly AnswerEvent[] | undefined {
    const answer = parseFields(body);
    if (!answer || !Array.isArray(answer["choices"])) {
      return undefined;
    }
    return [
      ...this.#start(answer),
      ...listOf(answer["choices"]).flatMap((choice) => this.#readChoice(fieldsOf(choice))),
      ...usageEvents(answer),
    ];
  }

  #furtherText(chunk: Fields): string | undefined {
    const [choice, ...others] = listOf(chunk["choices"]);
    if (this.#prose?.kind !== "text" || others.length > 0 || isRecord(chunk["usage"])) {
      return undefined;
    }
    const { delta, finish_reason: reason } = fieldsOf(choice);
    const { content, role: _role, ...rest } = fieldsOf(delta);
    const isAlone =
      (typeof reason !== "string" || reason === "") &&
      Object.values(rest).every((value) => value === null);
    return isAlone && typeof content === "string" && content !== "" ? content : undefined;
  }

  #start(answer: Fields): readonly AnswerEvent[] {
    if (this.#isStarted) {
      return [];
    }
    this.#isStarted = true;
    const id = stringOf(answer["id"]) ?? "";
    return [{ kind: "start", id, model: stringOf(answer["model"]) ?? "" }];
  }

  /** Reads a choice; some servers stream a whole `message`, or `text` as in the older completions. */
  #readChoice(choice: Fields): readonly AnswerEvent[] {
    const delta = fieldsOf(choice["delta"] ?? choice["message"] ?? { content: choice["text"] });
    const events = [
      ...this.#readReasoning(delta),
      ...this.#addProse("text", contentOf(delta["content"])),
      ...this.#addProse("refusal", stringOf(delta["refusal"]) ?? ""),
      ...callsIn(delta).flatMap((call) =>
        this.#readCall(call, String(numberOf(choice["index"]) ?? 0)),
      ),
    ];
    // Some servers write an empty reason into each chunk.
    const reason = stringOf(choice["finish_reason"]) ?? "";
    return reason === ""
      ? events
      : [...events, ...this.#finish(reason, stringOf(choice["native_finish_reason"]))];
  }

  #readReasoning(delta: Fields): readonly AnswerEvent[] {
    const text = stringOf(delta["reasoning_content"]) ?? stringOf(delta["reasoning"]) ?? "";
    const details = listOf(delta["reasoning_details"]).map(fieldsOf);
    // Both texts are equal; the details link each signature with its block.
    const isDetailed = details.some((detail) => detail["text"] !== undefined);
    return [
      ...(isDetailed ? [] : this.#addProse("thinking", text)),
      ...details.flatMap((detail) => this.#readDetail(detail)),
    ];
  }

  #readDetail(detail: Fields): readonly AnswerEvent[] {
    if (detail["type"] === "reasoning.encrypted" && typeof detail["data"] === "string") {
      const index = this.#nextIndex;
      this.#nextIndex += 1;
      return [
        ...this.#endProse(),
        { kind: "blockStart", index, block: { kind: "redactedThinking", data: detail["data"] } },
        { kind: "blockEnd", index },
      ];
    }
    const events = [...this.#addProse("thinking", stringOf(detail["text"]) ?? "")];
    const signature = stringOf(detail["signature"]);
    if (signature === undefined) {
      return events;
    }
    if (this.#prose?.kind !== "thinking") {
      events.push(...this.#beginProse("thinking"));
    }
    const index = this.#prose?.index ?? 0;
    // Thoughts after a signature need their own signature.
    return [...events, { kind: "signature", index, signature }, ...this.#endProse()];
  }

  #addProse(kind: ProseKind, text: string): readonly AnswerEvent[] {
    if (text === "") {
      return [];
    }
    const begin = this.#prose?.kind === kind ? [] : this.#beginProse(kind);
    return [...begin, { kind: "delta", index: this.#prose?.index ?? 0, text }];
  }

  #beginProse(kind: ProseKind): readonly AnswerEvent[] {
    const end = this.#endProse();
    const index = this.#nextIndex;
    this.#nextIndex += 1;
    this.#prose = { kind, index };
    return [...end, { kind: "blockStart", index, block: { kind } }];
  }

  #endProse(): readonly AnswerEvent[] {
    const prose = this.#prose;
    this.#prose = undefined;
    return prose ? [{ kind: "blockEnd", index: prose.index }] : [];
  }

  #readCall(call: Fields, choice: string): readonly AnswerEvent[] {
    const { name, arguments: json } = fieldsOf(call["function"]);
    const id = stringOf(call["id"]) ?? "";
    const known = this.#callOf(call, id, choice);
    const text = typeof json === "string" ? json : json === undefined ? "" : JSON.stringify(json);
    const open = known ?? this.#openCall(call, id, choice);
    const delta: AnswerEvent[] = text === "" ? [] : [{ kind: "delta", index: open.index, text }];
    if (known) {
      return delta;
    }
    const block: BlockHead = { kind: "toolCall", id: open.id, name: stringOf(name) ?? "" };
    return [...this.#endProse(), { kind: "blockStart", index: open.index, block }, ...delta];
  }

  /**
   * Some servers send no index, or always 0: then the id decides, or without id the last call. Others make a new id for
   * each piece: only a piece with a name begins a call.
   */
  #callOf(call: Fields, id: string, choice: string): OpenCall | undefined {
    if (typeof call["index"] === "number") {
      const key = `${choice} ${call["index"]}`;
      const found = this.#calls.findLast((open) => open.key === key);
      const begins = id !== "" && (stringOf(fieldsOf(call["function"])["name"]) ?? "") !== "";
      return found && (!begins || found.id === id) ? found : undefined;
    }
    return id === "" ? this.#calls.at(-1) : this.#calls.find((open) => open.id === id);
  }

  #openCall(call: Fields, id: string, choice: string): OpenCall {
    const index = this.#nextIndex;
    this.#nextIndex += 1;
    const key = `${choice} ${numberOf(call["index"]) ?? this.#calls.length}`;
    const open = { key, id: id === "" ? `call_${index}` : id, index };
    this.#calls.push(open);
    return open;
  }

  #finish(reason: string, native: string | undefined): readonly AnswerEvent[] {
    const calls = this.#calls;
    this.#calls = [];
    return [
      ...this.#endProse(),
      ...calls.map(({ index }) => ({ kind: "blockEnd", index }) as const),
      { kind: "finish", ...endOf(reason, native, calls.length > 0) },
    ];
  }
}
