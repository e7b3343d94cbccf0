import type { Clock } from "../shared/base/clock.ts";
import { within } from "../shared/base/waiting.ts";
import type { Snippet } from "./snippets.ts";

export type FindSnippets = (place: SnippetPlace) => Promise<readonly Snippet[]>;

export interface SnippetPlace {
  readonly file: string;
  readonly line: number;
}

const patienceMs = 15;
const movedLines = 32;

/** Reuses snippets while the person works at one place, so that prompts share their start. */
export class SnippetKeeper {
  readonly #clock: Clock;
  readonly #find: FindSnippets;
  #place: SnippetPlace | undefined;
  #chosen: readonly Snippet[] = [];
  #isOld = false;
  #finding: Promise<unknown> | undefined;

  constructor(clock: Clock, find: FindSnippets) {
    this.#clock = clock;
    this.#find = find;
  }

  renew(): void {
    this.#place = undefined;
  }

  /** Chooses again after the next key; an earlier request uses the current snippets. */
  saved(): void {
    this.#isOld = true;
  }

  prepare(place: SnippetPlace): void {
    if (this.#isOld || this.#isFar(place)) {
      this.#begin(place);
    }
  }

  /** Waits at most 15 ms; later snippets serve a later request. */
  async at(place: SnippetPlace): Promise<readonly Snippet[]> {
    if (this.#isFar(place)) {
      this.#begin(place);
    }
    if (this.#finding) {
      await within(this.#clock, patienceMs, this.#finding);
    }
    return this.#chosen;
  }

  #begin(place: SnippetPlace): void {
    this.#isOld = false;
    this.#place = place;
    this.#chosen = [];
    this.#finding = this.#choose(place);
  }

  #isFar({ file, line }: SnippetPlace): boolean {
    return this.#place?.file !== file || Math.abs(this.#place.line - line) >= movedLines;
  }

  async #choose(place: SnippetPlace): Promise<void> {
    // A completion without snippets is only less good.
    const found = await this.#find(place).catch(() => []);
    if (this.#place === place) {
      this.#chosen = found;
      this.#finding = undefined;
    }
  }
}
