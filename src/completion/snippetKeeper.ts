import type { Clock } from "../shared/clock.ts";
import { within } from "../shared/waiting.ts";
import type { Snippet } from "./snippets.ts";

/** Finds snippets for a place; may take long. */
export type FindSnippets = (place: SnippetPlace) => Promise<readonly Snippet[]>;

export interface SnippetPlace {
  readonly file: string;
  readonly line: number;
}

const patienceMs = 15;
const movedLines = 32;

/** Keeps the chosen snippets while the person works at one place, so that prompts stay alike. */
export class SnippetKeeper {
  readonly #clock: Clock;
  readonly #find: FindSnippets;
  #place: SnippetPlace | undefined;
  #chosen: readonly Snippet[] = [];
  /** A file was saved since they were chosen. */
  #isOld = false;
  /** While they are being found. */
  #finding: Promise<unknown> | undefined;

  constructor(clock: Clock, find: FindSnippets) {
    this.#clock = clock;
    this.#find = find;
  }

  /** The snippets are chosen anew, and none of before is used. */
  renew(): void {
    this.#place = undefined;
  }

  /** A file was saved: the snippets are chosen anew after the next key; a request that is due before has those of now. */
  saved(): void {
    this.#isOld = true;
  }

  /** Begins to find the snippets for a place, so that a request there need not wait for them. */
  prepare(place: SnippetPlace): void {
    if (this.#isOld || this.#isFar(place)) {
      this.#begin(place);
    }
  }

  /** The snippets for this place; those that do not come in 15 ms come with a later request. */
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
    // Without snippets the completion is less good, no more.
    const found = await this.#find(place).catch(() => []);
    if (this.#place === place) {
      this.#chosen = found;
      this.#finding = undefined;
    }
  }
}
