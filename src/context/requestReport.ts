import { estimateTokens } from "../shared/tokenEstimate.ts";
import { isInvisible } from "./invisibleCharacters.ts";

/** An invisible character and how often it occurs. */
export interface InvisibleCharacter {
  /** The code point as people look it up: `U+202E`. */
  readonly codePoint: string;
  readonly count: number;
}

export interface RequestReport {
  /** Length of the body in bytes of UTF-8. */
  readonly bytes: number;
  /** Estimated tokens of its texts, without the JSON around them. */
  readonly tokens: number;
  readonly invisible: readonly InvisibleCharacter[];
}

/** Measures a request's body before it is sent. `texts` are the parts that a model reads. */
export function reportOf(body: string, texts: readonly string[]): RequestReport {
  return {
    bytes: new TextEncoder().encode(body).byteLength,
    tokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0),
    invisible: invisibleIn(texts),
  };
}

/** Indented JSON in which invisible characters are written as escapes. It parses to the same value. */
export function readableJson(body: string): string {
  const text = JSON.stringify(JSON.parse(body), undefined, 2);
  let previous = "";
  return Array.from(text, (character) => {
    const shown = isInvisible(character, previous) ? escaped(character) : character;
    previous = character;
    return shown;
  }).join("");
}

function invisibleIn(texts: readonly string[]): readonly InvisibleCharacter[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    let previous = "";
    for (const character of text) {
      if (isInvisible(character, previous)) {
        const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
        counts.set(`U+${hex}`, (counts.get(`U+${hex}`) ?? 0) + 1);
      }
      previous = character;
    }
  }
  return [...counts].map(([codePoint, count]) => ({ codePoint, count }));
}

function escaped(character: string): string {
  let text = "";
  for (let index = 0; index < character.length; index += 1) {
    text += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }
  return text;
}
