import { Completer } from "../../src/completion/completer.ts";
import type { Offer } from "../../src/completion/moment.ts";
import type { LimitOptions } from "../../src/completion/usage/limits.ts";
import { cursorBehind, momentAt } from "./moments.ts";
import type { VirtualClock } from "./virtualClock.ts";

const latencyMs = 350;

/** A person with our completion whose model always knows the rest of the line. */
export class RightAnswers {
  readonly completer: Completer;
  requests = 0;
  /** What the model answers from here on. */
  rest = "";
  readonly #clock: VirtualClock;

  constructor(clock: VirtualClock, limits: () => LimitOptions, send: () => void = () => undefined) {
    this.#clock = clock;
    const answer = async (): Promise<string> => {
      this.requests += 1;
      const { rest } = this;
      send();
      await clock.wait(latencyMs);
      return rest;
    };
    async function* pieces(): AsyncGenerator<string> {
      yield await answer();
    }
    this.completer = new Completer({
      clock,
      prepare: () => pieces,
      findSnippets: () => Promise.resolve([]),
      limits,
      options: () => ({ promptTokens: 1_500, maxLines: 12, tokenRate: 1 }),
      onChange: () => undefined,
    });
  }

  /** A key was typed, and stands at the end of `before`. */
  typed(file: string, before: string, key: string): void {
    const start = cursorBehind(before.slice(0, before.length - key.length));
    this.completer.changed(file, [{ start, removed: 0, text: key }]);
  }

  /** What is offered at the end of `before` within so many milliseconds; 0: at once, from the memory. */
  async offer(
    file: string,
    before: string,
    { after, ms }: { readonly after: string; readonly ms: number },
  ): Promise<Offer | undefined> {
    const gone = new AbortController();
    const asked = this.completer.complete(momentAt(file, before, after), gone.signal);
    await this.#clock.runTo(this.#clock.now() + ms);
    gone.abort();
    return await asked;
  }
}
