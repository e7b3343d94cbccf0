import { signal, type ReadonlySignal } from "@preact/signals";

import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { AssistantMessage, ChatEvent } from "../../shared/conversation/conversation.ts";
import type { Words } from "../words/en/en.ts";
import { Sentences } from "./sentences.ts";

const paceMs = 3_000;

/**
 * Announces an answer's start, its finished sentences at a calm pace, and its end. Failures have their own alert. Of
 * compared answers the first is read; the others only announce their end.
 */
export class Announcer implements Disposable {
  readonly #words: Words;
  readonly #clock: Clock;
  readonly #text = signal("");
  #sentences: Sentences;
  #cancelTimer: (() => void) | undefined;
  #comparisonId: string | undefined;
  readonly #beside = new Set<string>();

  constructor(words: Words, clock: Clock) {
    this.#words = words;
    this.#clock = clock;
    this.#sentences = new Sentences(words.codeOmitted);
  }

  get text(): ReadonlySignal<string> {
    return this.#text;
  }

  say(text: string): void {
    // Screen readers speak only changes: a no-break space changes a repeated text.
    this.#text.value = text === this.#text.value ? `${text}\u00a0` : text;
  }

  sayCopied(): void {
    this.say(this.#words.copied);
  }

  hear(event: ChatEvent): void {
    if (event.kind === "answerStarted") {
      this.#start(event.message);
    } else if (event.kind === "answerResumed") {
      this.#begin(undefined);
    } else if (event.kind === "partDelta" && event.part === "text") {
      this.#add(event.messageId, event.text);
    } else if (event.kind === "answerEnded") {
      this.#end(event.messageId, event.state);
    }
  }

  dispose(): void {
    this.#cancelTimer?.();
  }

  #start({ id, comparisonId }: AssistantMessage): void {
    if (comparisonId !== undefined && comparisonId === this.#comparisonId) {
      this.#beside.add(id);
    } else {
      this.#begin(comparisonId);
    }
  }

  #begin(comparisonId: string | undefined): void {
    this.#comparisonId = comparisonId;
    this.#beside.clear();
    this.#sentences = new Sentences(this.#words.codeOmitted);
    this.say(this.#words.answerStarted);
    this.#wait();
  }

  #add(messageId: string, text: string): void {
    if (this.#beside.has(messageId)) {
      return;
    }
    this.#sentences.push(text);
    if (!this.#cancelTimer) {
      this.#wait();
    }
  }

  #wait(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.startTimer(() => {
      const text = this.#sentences.take();
      if (text !== undefined) {
        this.say(text);
      }
      this.#wait();
    }, paceMs);
  }

  #end(messageId: string, state: string): void {
    if (this.#beside.delete(messageId) && this.#cancelTimer) {
      // The spoken answer continues: another end would sound like its end.
      return;
    }
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (state === "complete") {
      const rest = this.#sentences.finish();
      const { answerComplete } = this.#words;
      this.say(rest === undefined ? answerComplete : `${rest} ${answerComplete}`);
    } else if (state === "stopped") {
      this.say(this.#words.answerStopped);
    }
  }
}
