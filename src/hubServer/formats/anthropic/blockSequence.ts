import type { AnswerEvent } from "../base/answerEvent.ts";
import { JsonEnd } from "../base/jsonEnd.ts";

type BlockEvent = Extract<AnswerEvent, { readonly index: number }>;

interface OpenBlock {
  readonly index: number;
  /** Set for a tool call, which no other block may interrupt. */
  readonly json: JsonEnd | undefined;
  readonly waiting: BlockEvent[];
  isEnded: boolean;
}

/**
 * Anthropic's clients expect one block at a time, numbered from 0. A new block ends the previous block, or waits until
 * its arguments are complete.
 */
export class BlockSequence {
  readonly #blocks: OpenBlock[] = [];
  #next = 0;

  add(event: AnswerEvent): readonly AnswerEvent[] {
    switch (event.kind) {
      case "blockStart":
        return this.#begin(event);
      case "delta":
      case "signature":
      case "blockEnd":
        return this.#continue(event);
      case "finish":
      case "error":
        return [...this.endAll(), event];
      default:
        return [event];
    }
  }

  endAll(): readonly AnswerEvent[] {
    const events: AnswerEvent[] = [];
    for (let first = this.#blocks[0]; first; first = this.#blocks[0]) {
      first.isEnded = true;
      events.push(...this.#advance());
    }
    return events;
  }

  #begin(event: BlockEvent & { kind: "blockStart" }): readonly AnswerEvent[] {
    this.#blocks.push({
      index: event.index,
      json: event.block.kind === "toolCall" ? new JsonEnd() : undefined,
      waiting: [event],
      isEnded: false,
    });
    return this.#advance();
  }

  #continue(event: BlockEvent): readonly AnswerEvent[] {
    const at = this.#blocks.findIndex(({ index }) => index === event.index);
    const block = this.#blocks[at];
    if (!block) {
      return [];
    }
    if (event.kind === "blockEnd") {
      block.isEnded = true;
    } else {
      block.waiting.push(event);
      if (event.kind === "delta") {
        block.json?.add(event.text);
      }
    }
    return this.#advance();
  }

  #advance(): readonly AnswerEvent[] {
    const events: AnswerEvent[] = [];
    for (let first = this.#blocks[0]; first; first = this.#blocks[0]) {
      for (const event of first.waiting.splice(0)) {
        events.push({ ...event, index: this.#next });
      }
      const isReplaced = this.#blocks.length > 1 && first.json?.isComplete !== false;
      if (!first.isEnded && !isReplaced) {
        break;
      }
      events.push({ kind: "blockEnd", index: this.#next });
      this.#next += 1;
      this.#blocks.shift();
    }
    return events;
  }
}
