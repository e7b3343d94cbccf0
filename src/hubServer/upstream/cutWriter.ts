import { blockStop, messageDelta, messageStop } from "../formats/anthropic/anthropicWriter.ts";
import { type AnswerEvent, noUsage } from "../formats/base/answerEvent.ts";
import type { AnswerReader } from "../formats/base/answerReader.ts";
import type { AnswerHead } from "../formats/base/answerWriter.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import { OpenAiWriter } from "../formats/openAi/openAiWriter.ts";
import type { TokenUsage } from "../store/records.ts";

export interface CutOptions {
  readonly format: ChatFormat;
  readonly head: AnswerHead;
  readonly wantsUsage: boolean;
  readonly choices: number;
}

/** Ends the stream as if the model had reached its length limit. */
export class CutWriter {
  readonly #format: ChatFormat;
  readonly #wantsUsage: boolean;
  readonly #choices: number;
  readonly #openBlocks = new Set<number>();
  #head: AnswerHead;
  #reported: TokenUsage = noUsage;
  #characters = 0;

  readonly #cutText: AnswerReader["cutText"];

  constructor(
    { format, head, wantsUsage, choices }: CutOptions,
    cutText?: AnswerReader["cutText"],
  ) {
    this.#cutText = cutText;
    this.#format = format;
    this.#wantsUsage = wantsUsage;
    this.#choices = choices;
    this.#head = head;
  }

  note(event: AnswerEvent): void {
    switch (event.kind) {
      case "start":
        this.#head = { ...this.#head, id: event.id, model: event.model };
        break;
      case "blockStart":
        this.#openBlocks.add(event.index);
        break;
      case "delta":
        this.#characters += event.text.length;
        break;
      case "blockEnd":
        this.#openBlocks.delete(event.index);
        break;
      case "usage":
        this.#reported = event.usage;
        break;
      default:
    }
  }

  write(): string {
    const finish = { kind: "finish", reason: "length" } as const;
    if (this.#cutText) {
      return this.#cutText(this.#usage());
    }
    if (this.#format === "anthropic") {
      return (
        [...this.#openBlocks].map(blockStop).join("") +
        messageDelta(finish, this.#usage()) +
        messageStop()
      );
    }
    const writer = new OpenAiWriter(this.#head, this.#wantsUsage, this.#choices);
    // The client already has the start.
    writer.write({ kind: "start", id: this.#head.id, model: this.#head.model });
    writer.write({ kind: "usage", usage: this.#usage() });
    return writer.write(finish) + writer.end();
  }

  /** The counted usage, because the upstream reports counts only at its end. */
  #usage(): TokenUsage {
    const { inputTokens, outputTokens } = this.#reported;
    return {
      ...this.#reported,
      inputTokens: inputTokens > 0 ? inputTokens : this.#head.inputTokens,
      outputTokens: Math.max(outputTokens, Math.ceil(this.#characters / 4)),
    };
  }
}
