import type { AnswerText } from "../../dlp/answer/answerText.ts";
import type { BodySink } from "../../shared/base/bodySink.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { parseFields } from "../formats/base/fields.ts";
import { hasRepeatedKey } from "../models/jsonScan.ts";
import type { AnswerGuard } from "./answerGuard.ts";
import { type EventBlock, EventBlocks } from "./eventBlocks.ts";
import { type Mutable, objectOf, type Reading, type Slot, writtenJson } from "./slot.ts";

/** Silence after which held words are sent, and further silence after which a begun value is sent, too. */
export const pauseMs = { words: 500, all: 4_500 } as const;

const maxTexts = 200;

/** A line of server-sent events that is no comment and no field. */
const foreignLine = /^(?!\uFEFF?(?::|event:|id:|retry:))[^\r\n]/mu;

interface OpenText extends Slot {
  readonly text: AnswerText;
}

/** Passes events on, with values in their texts masked, and holds only what may be an unfinished value. */
export class GuardedStream implements BodySink {
  readonly drained: () => Promise<void>;
  readonly #guard: AnswerGuard;
  readonly #sink: BodySink;
  readonly #clock: Clock;
  readonly #blocks = new EventBlocks();
  readonly #texts = new Map<string, OpenText>();
  #cancelPause: () => void = () => undefined;
  #hasPieces = false;
  #hasNewText = false;
  #inserted = 0;
  #lastNumber = -1;

  constructor(guard: AnswerGuard, sink: BodySink, clock: Clock) {
    this.#guard = guard;
    this.#sink = sink;
    this.#clock = clock;
    this.drained = sink.drained;
  }

  readonly write = (chunk: Uint8Array | string): boolean => {
    this.#hasNewText = false;
    const out = this.#blocks.push(chunk).map((block) => this.#written(block));
    const isOpen = this.#send(out.join(""));
    // A server's comments and pings end no pause.
    if (this.#hasNewText) {
      this.#cancelPause();
      this.#awaitPause(pauseMs.words);
    }
    return isOpen;
  };

  /** Sends what is held. Call at the end, whether it is good or not. */
  end(): void {
    this.#cancelPause();
    const last = this.#blocks.end();
    const unread = last ? this.#written(last) : "";
    this.#send(
      last?.data === undefined
        ? this.#flush(() => true) + unread
        : unread + this.#flush(() => true),
    );
  }

  #send(text: string): boolean {
    return text === "" || this.#sink.write(text);
  }

  #awaitPause(ms: number): void {
    if (![...this.#texts.values()].some(({ text }) => text.held > 0)) {
      return;
    }
    this.#cancelPause = this.#clock.startTimer(() => {
      const isLong = ms === pauseMs.all;
      const out = [...this.#texts.values()].map((open) =>
        this.#addedEvent(open, open.text.pause(isLong)),
      );
      this.#send(out.join(""));
      if (!isLong) {
        this.#awaitPause(pauseMs.all);
      }
    }, ms);
  }

  #written(block: EventBlock): string {
    const { data, raw, head } = block;
    if (data === undefined) {
      // Some servers answer a stream's request with one JSON text.
      return foreignLine.test(head) ? this.#guard.masked(raw) : raw;
    }
    const event = objectOf(parseFields(data));
    if (!event) {
      return this.#flush(() => true) + (data.trim() === "[DONE]" ? raw : this.#guard.masked(raw));
    }
    const reading = this.#guard.read(event);
    const keys = new Set(reading.pieces.map(({ key }) => key));
    const before = this.#flush((open) => !keys.has(open.key) && reading.ends(open));
    const isChanged = [
      this.#guard.masks && reading.clearTokens(),
      ...reading.pieces.map((piece) => this.#putPiece(piece, reading)),
      ...reading.wholes.map((whole) => this.#guard.maskWhole(whole, !this.#hasPieces)),
      this.#guard.hasMaskedReasoning && reading.clearSignatures(),
      this.#renumber(event),
      hasRepeatedKey(data),
    ].includes(true);
    return before + (isChanged ? `${head}data: ${writtenJson(event)}\n\n` : raw);
  }

  /** True if a part of the piece waits, or is masked. */
  #putPiece(piece: Slot, { isLast }: Reading): boolean {
    const { holder, name, key, owner } = piece;
    this.#hasPieces = true;
    this.#hasNewText = true;
    const given = String(holder[name]);
    const open = this.#texts.get(key) ?? { text: this.#guard.text(piece) };
    this.#texts.set(key, { ...piece, text: open.text });
    let sent = open.text.push(given);
    if (isLast(owner) || this.#texts.size > maxTexts) {
      sent += open.text.end();
      this.#texts.delete(key);
    }
    holder[name] = sent;
    return sent !== given;
  }

  #flush(isOver: (open: OpenText) => boolean): string {
    let out = "";
    for (const [key, open] of this.#texts) {
      if (isOver(open)) {
        out += this.#addedEvent(open, open.text.end());
        this.#texts.delete(key);
      }
    }
    return out;
  }

  #addedEvent({ eventOf }: OpenText, text: string): string {
    const event = text === "" ? undefined : objectOf(eventOf?.(text));
    if (!event) {
      return "";
    }
    if (typeof event["sequence_number"] === "number") {
      this.#inserted += 1;
      this.#lastNumber += 1;
      event["sequence_number"] = this.#lastNumber;
    }
    const name = typeof event["type"] === "string" ? `event: ${event["type"]}\n` : "";
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  }

  /** Events of the Responses API are numbered; added ones move the numbers after them. */
  #renumber(event: Mutable): boolean {
    const number = event["sequence_number"];
    if (typeof number === "number") {
      this.#lastNumber = number + this.#inserted;
      event["sequence_number"] = this.#lastNumber;
    }
    return this.#inserted > 0 && typeof number === "number";
  }
}
