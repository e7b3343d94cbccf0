import { type Context, createContext, Script } from "node:vm";

import * as z from "zod/mini";

import type { FindPattern, Ranges } from "../../chat/search/findPattern.ts";

/** A pattern that needs longer for one text is given up, in milliseconds; and so much more for long texts. */
const baseMs = 50;
const msPerCharacter = 1 / 20_000;

const rangesSchema = z.array(z.tuple([z.number(), z.number()]));

/** Only a script of its own can be stopped: an expression with nested repetitions may not end for years. */
const script = new Script(`(() => {
  const ranges = [];
  for (const match of text.matchAll(new RegExp(source, flags))) {
    if (match[0] !== "") ranges.push([match.index, match.index + match[0].length]);
    if (ranges.length >= limit) break;
  }
  return JSON.stringify(ranges);
})()`);

let context: Context | undefined;

/** The matches of a person's own expression; undefined if they take too long. */
export function boundedMatch(
  { source, flags }: FindPattern,
  text: string,
  limit: number,
): Ranges | undefined {
  context ??= createContext({});
  Object.assign(context, { source, flags, text, limit });
  try {
    const timeout = Math.ceil(baseMs + text.length * msPerCharacter);
    const found: unknown = script.runInContext(context, { timeout });
    return rangesSchema.parse(JSON.parse(String(found)));
  } catch {
    // Stopped after its time, or out of stack: either way it is no expression to search with.
    return undefined;
  } finally {
    Object.assign(context, { text: "" });
  }
}
