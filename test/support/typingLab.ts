import { Completer } from "../../src/completion/completer.ts";
import type { CompleterOptions, HoleRequest, Moment, Offer } from "../../src/completion/moment.ts";
import type { Snippet } from "../../src/completion/snippets.ts";
import { linesOf } from "../../src/completion/textLines.ts";
import type { LimitOptions } from "../../src/completion/usage/limits.ts";
import { FakeClock } from "./fakeClock.ts";

export interface Answering {
  /** The pieces of the answer; an `Error` is thrown in its place. */
  readonly pieces: readonly (string | Error)[];
  /** Before the first piece, and between pieces. */
  readonly delayMs?: number;
  readonly betweenMs?: number;
}

/** A model that always answers with this text. */
export function answering(text: string, more: Partial<Answering> = {}): () => Answering {
  return () => ({ pieces: [text], delayMs: 200, ...more });
}

export interface TypingLabOptions {
  readonly answer: (hole: HoleRequest, count: number, file: string) => Answering;
  readonly options?: Partial<CompleterOptions>;
  readonly limits?: () => LimitOptions;
  readonly snippets?: () => Promise<readonly Snippet[]>;
}

/** A person who types into one file, with a model that answers as the test says. Time passes by `pass` alone. */
export class TypingLab {
  readonly clock = new FakeClock();
  readonly asked: HoleRequest[] = [];
  /** Made ready to be asked, and perhaps never sent. */
  readonly prepared: HoleRequest[] = [];
  /** Requests that were ended before their answer was. */
  cancelled = 0;
  readonly completer: Completer;
  file = "file:///w/a.ts";
  #before = "";
  #after = "";
  #key = new AbortController();

  constructor({ answer, options, limits, snippets }: TypingLabOptions) {
    this.completer = new Completer({
      clock: this.clock,
      prepare: (hole, name) => {
        this.prepared.push(hole);
        return (signal) => this.#answer(answer(hole, this.asked.push(hole), name), signal);
      },
      findSnippets: snippets ?? (() => Promise.resolve([])),
      limits: limits ?? (() => ({ isChatRunning: false })),
      options: () => ({ promptTokens: 1_500, maxLines: 12, tokenRate: 1, ...options }),
      onChange: () => undefined,
    });
  }

  /** The file with `|` where the cursor is. */
  open(text: string): this {
    const at = text.indexOf("|");
    this.#before = text.slice(0, at);
    this.#after = text.slice(at + 1);
    return this;
  }

  get text(): string {
    return `${this.#before}|${this.#after}`;
  }

  /** One key, and what is offered after it once enough time has passed. */
  async key(text: string, waitMs = 1_000): Promise<Offer | undefined> {
    const offered = this.press(text);
    await this.pass(waitMs);
    return await Promise.race([offered, Promise.resolve(undefined)]);
  }

  /** One key; resolves with the offer when there is one, or none is to come. */
  press(text: string): Promise<Offer | undefined> {
    const { line, column } = this.#cursor;
    this.#before += text;
    this.completer.changed(this.file, [{ start: { line, column }, removed: 0, text }]);
    return this.look();
  }

  /** The editor adds this behind the cursor, as it closes brackets. */
  close(text: string): void {
    this.#after = text + this.#after;
  }

  /** The last units are replaced, as an input method writes. */
  replace(units: number, text: string): Promise<Offer | undefined> {
    this.#before = this.#before.slice(0, this.#before.length - units);
    const { line, column } = this.#cursor;
    this.#before += text;
    this.completer.changed(this.file, [{ start: { line, column }, removed: units, text }]);
    return this.look();
  }

  /** The last unit is removed. */
  backspace(): Promise<Offer | undefined> {
    this.#before = this.#before.slice(0, -1);
    const { line, column } = this.#cursor;
    this.completer.changed(this.file, [{ start: { line, column }, removed: 1, text: "" }]);
    return this.look();
  }

  /** The editor asks; what it asked before is cancelled. */
  look(moment: Partial<Moment> = {}): Promise<Offer | undefined> {
    this.#key.abort();
    this.#key = new AbortController();
    return this.completer.complete({ ...this.moment, ...moment }, this.#key.signal);
  }

  get moment(): Moment {
    return {
      file: this.file,
      path: "a.ts",
      language: "typescript",
      lines: linesOf(this.#before + this.#after),
      cursor: this.#cursor,
      style: { insertSpaces: true, tabSize: 2 },
      hasSelection: false,
      isInvoked: false,
    };
  }

  async pass(ms: number): Promise<void> {
    await settled();
    for (let left = ms; left > 0; left -= 5) {
      this.clock.advance(Math.min(5, left));
      await settled();
    }
  }

  get #cursor(): { readonly line: number; readonly column: number } {
    const lines = this.#before.split(/\r\n|\n/u);
    return { line: lines.length - 1, column: lines.at(-1)?.length ?? 0 };
  }

  async *#answer(
    { pieces, delayMs = 0, betweenMs = 0 }: Answering,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    let isWhole = false;
    try {
      for (const [index, piece] of pieces.entries()) {
        await this.#wait(index === 0 ? delayMs : betweenMs, signal);
        if (piece instanceof Error) {
          isWhole = true;
          throw piece;
        }
        yield piece;
      }
      isWhole = true;
    } finally {
      this.cancelled += isWhole ? 0 : 1;
    }
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new DOMException("ended", "AbortError"));
      if (signal.aborted) {
        fail();
      } else if (ms === 0) {
        resolve();
      } else {
        signal.addEventListener("abort", fail, { once: true });
        this.clock.startTimer(resolve, ms);
      }
    });
  }
}

/** Lets everything run that waits for no time. */
async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
