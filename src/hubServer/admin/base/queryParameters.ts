import { invalid } from "../../http/invalidField.ts";
import { isDay } from "../../values/isoTime.ts";
import { nearestOf } from "../../values/unknownFields.ts";
import { unknownField } from "./adminErrors.ts";

const maxText = 200;

/** Refuses unknown parameters. Ignoring a misspelled filter would return too much, such as the usage of all users. */
export function requireKnown(query: URLSearchParams, names: readonly string[]): void {
  const unknown = [...query.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw unknownField({ path: [unknown], ...nearestOf(unknown, names) }, "parameter");
  }
}

export function textParameter(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name) ?? "";
  if (text.length > maxText) {
    throw invalid(`"${name}" is too long (at most ${maxText} characters).`, name);
  }
  return text === "" ? undefined : text;
}

export function countParameter(
  query: URLSearchParams,
  name: string,
  bounds: { readonly min: number; readonly max: number },
): number | undefined {
  const text = textParameter(query, name);
  const value = Number(text);
  if (text !== undefined && !(/^\d+$/u.test(text) && value >= bounds.min && value <= bounds.max)) {
    throw invalid(`"${name}" must be a whole number from ${bounds.min} to ${bounds.max}.`, name);
  }
  return text === undefined ? undefined : value;
}

export function listParameter<T extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly T[],
): readonly T[] | undefined {
  const parts = query
    .getAll(name)
    .flatMap((text) => text.split(","))
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const known = parts.map((part) => {
    const word = words.find((candidate) => candidate === part);
    if (word === undefined) {
      throw invalid(`"${name}" knows ${words.join(", ")} only.`, name);
    }
    return word;
  });
  return known.length === 0 ? undefined : [...new Set(known)];
}

export function dayParameter(query: URLSearchParams, name: string): string | undefined {
  const text = textParameter(query, name);
  if (text !== undefined && !isDay(text)) {
    throw invalid(`"${name}" must be a day, as 2026-11-30.`, name);
  }
  return text;
}
