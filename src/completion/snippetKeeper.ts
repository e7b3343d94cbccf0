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
  /** While they are being found. */
  #finding: Promise<unknown> | undefined;

  constructor(clock: Clock, find: FindSnippets) {
    this.#clock = clock;
    this.#find = find;
  }

  /** A file was saved: the snippets are chosen anew. */
  renew(): void {
    this.#place = undefined;
  }

  /** Begins to find the snippets for a place, so that a request there need not wait for them. */
  prepare(place: SnippetPlace): void {
    if (this.#isFar(place)) {
      this.#place = place;
      this.#chosen = [];
      this.#finding = this.#choose(place);
    }
  }

  /** The snippets for this place; those that do not come in 15 ms come with a later request. */
  async at(place: SnippetPlace): Promise<readonly Snippet[]> {
    this.prepare(place);
    if (this.#finding) {
      await within(this.#clock, patienceMs, this.#finding);
    }
    return this.#chosen;
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
