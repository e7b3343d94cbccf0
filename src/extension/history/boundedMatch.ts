import { type Context, createContext, Script } from "node:vm";

import * as z from "zod/mini";

import type { FindPattern, Ranges } from "../../chat/search/findPattern.ts";

/** The limit for one text in milliseconds; long texts get extra time per character. */
const baseMs = 50;
const msPerCharacter = 1 / 20_000;

const rangesSchema = z.array(z.tuple([z.number(), z.number()]));

/** A script, because only a script can be interrupted: nested repetitions may run for years. */
const script = new Script(`(() => {
  const ranges = [];
  for (const match of text.matchAll(new RegExp(source, flags))) {
    if (match[0] !== "") ranges.push([match.index, match.index + match[0].length]);
    if (ranges.length >= limit) break;
  }
  return JSON.stringify(ranges);
})()`);

let context: Context | undefined;

/** Undefined if the expression takes too long. */
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
    // Timed out or out of stack.
    return undefined;
  } finally {
    Object.assign(context, { text: "" });
  }
}
