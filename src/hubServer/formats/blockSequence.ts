import type { AnswerEvent } from "./answerEvent.ts";
import { JsonEnd } from "./jsonEnd.ts";

type BlockEvent = Extract<AnswerEvent, { readonly index: number }>;

interface OpenBlock {
  readonly index: number;
  /** Of a tool call, which others may not interrupt before its arguments are whole. */
  readonly json: JsonEnd | undefined;
  /** What came while another block was being sent. */
  readonly waiting: BlockEvent[];
  isEnded: boolean;
}

/**
 * Puts blocks one after another, numbered from 0, as Anthropic's format has them and its clients rely on. A
 * block that begins ends the one before it, unless that is a tool call whose arguments are not whole yet:
 * then the new one waits, so that no piece goes to a wrong block. Everything that is not of a block passes.
 */
export class BlockSequence {
  readonly #blocks: OpenBlock[] = [];
  #next = 0;

  /** What can be sent now. At a finish or an error everything that waited goes before it. */
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

  /** Ends what is open, in order. */
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

  /** Sends what waited of the first block; ends it, and goes on with the next, if another may take its place. */
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
