import { Completer } from "../../src/completion/completer.ts";
import type { Snippet } from "../../src/completion/snippets.ts";
import { estimateTokens } from "../../src/shared/text/tokenEstimate.ts";
import { cursorBehind, momentAt } from "./moments.ts";
import type { CreatePolicy, TypedText } from "./replay.ts";

// The policies of the others are imitations, written from memory and not compared with their code.

/** Continue: 350 ms after the last key; each key ends the request before. */
export const continuePolicy: CreatePolicy = (clock, ask) => ({
  name: "Continue (350 ms, cancels)",
  typed: () => undefined,
  provide: async (text) => {
    await clock.wait(350);
    return text.signal.aborted ? undefined : await ask(text, text.signal);
  },
});

/**
 * Tabby: the mean gap times 1.5 (at a word's end) to 3, less the server's mean response time, between 100 and 1,000 ms;
 * each key ends the request before.
 */
export const tabbyPolicy: CreatePolicy = (clock, ask) => {
  const gaps: number[] = [];
  let lastAt: number | undefined;
  return {
    name: "Tabby (adaptive, 100 ms at least)",
    typed: () => {
      gaps.push(...(lastAt === undefined ? [] : [clock.now() - lastAt]));
      gaps.splice(0, Math.max(0, gaps.length - 100));
      lastAt = clock.now();
    },
    provide: async (text) => {
      const mean = gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, gaps.length);
      const base = gaps.length < 20 ? 200 : Math.min(Math.max(mean, 100), 400);
      const isTrigger = /[^\p{L}\p{N}_]$/u.test(text.before);
      const hasRest = !/^\s*(?:\n|$)/u.test(text.after);
      const score = (isTrigger ? 0.5 : 0) + (hasRest ? 0 : 0.4);
      await clock.wait(Math.min(Math.max((3 - 1.5 * score) * base - 350, 100), 1_000));
      return text.signal.aborted ? undefined : await ask(text, text.signal);
    },
  };
};

/** llama.vscode: 150 ms, then one request in flight, which typing does not end; answers serve while they agree. */
export const llamaPolicy: CreatePolicy = (clock, ask) => {
  const known = new Map<string, string>();
  const underWay = new Set<TypedText>();
  const find = ({ before }: TypedText): string | undefined => {
    for (let typed = 0; typed <= 64; typed += 1) {
      const answer = known.get(before.slice(0, before.length - typed));
      if (answer?.startsWith(before.slice(before.length - typed)) === true) {
        return answer.slice(typed);
      }
    }
    return undefined;
  };
  return {
    name: "llama.vscode (one in flight)",
    typed: () => undefined,
    provide: async (text) => {
      const kept = find(text);
      if (kept !== undefined) {
        return kept;
      }
      do {
        await clock.wait(150);
        if (text.signal.aborted) {
          return undefined;
        }
      } while (underWay.size > 0);
      const late = find(text);
      if (late !== undefined) {
        return late;
      }
      underWay.add(text);
      const answer = await ask(text, new AbortController().signal);
      underWay.delete(text);
      known.set(text.before, answer ?? "");
      return answer;
    },
  };
};

/** What the replay measures of our own prompts. */
export interface PromptSums {
  readonly tokens: number[];
  /** Pieces of other files in each request. */
  readonly snippets: number[];
  /** Share of a prompt that the one before in the same file begins with, up to the edit. */
  readonly shared: number[];
  /** Milliseconds of the answers that came from the memory. */
  readonly memoryMs: number[];
}

/** Ours, as the editor uses it; `findSnippets` finds pieces of other files for a file. */
export function ourPolicy(
  sums: PromptSums,
  findSnippets: (file: string) => readonly Snippet[],
): CreatePolicy {
  return (clock, ask) => {
    let last = { path: "", prefix: "" };
    let now: TypedText | undefined;
    const completer = new Completer({
      clock,
      prepare: ({ path, prefix, suffix, snippets }) =>
        async function* pieces(signal) {
          const texts = [prefix, suffix, ...snippets.map(({ text }) => text)];
          sums.tokens.push(texts.reduce((sum, text) => sum + estimateTokens(text), 0));
          sums.snippets.push(snippets.length);
          if (last.path === path) {
            sums.shared.push(
              sharedStart(last.prefix, prefix) / Math.min(last.prefix.length, prefix.length),
            );
          }
          last = { path, prefix };
          const answer = now && (await ask(now, signal));
          yield* answer === undefined ? [] : [answer];
        },
      findSnippets: ({ file }) => Promise.resolve(findSnippets(file)),
      limits: () => ({ isChatRunning: false }),
      options: () => ({ promptTokens: 1_500, maxLines: 12, tokenRate: 1 }),
      onChange: () => undefined,
    });
    return {
      name: "AI Hub",
      typed: ({ file, before }, key) => {
        now = undefined;
        const start = cursorBehind(before.slice(0, before.length - key.length));
        completer.changed(file, [{ start, removed: 0, text: key }]);
      },
      provide: async (text) => {
        const { file, before, after, signal } = text;
        now = text;
        const started = performance.now();
        const startedAt = clock.now();
        const offer = await completer.complete(momentAt(file, before, after), signal);
        if (offer && clock.now() === startedAt) {
          sums.memoryMs.push(performance.now() - started);
        }
        return offer?.text;
      },
    };
  };
}

function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) {
    at += 1;
  }
  return at;
}
