import { estimateTokens } from "../shared/text/tokenEstimate.ts";
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

/**
 * Indented JSON in which invisible characters are written as escapes. `body` is valid JSON. Its keys
 * and values are shown as they are sent: parsing could change a key (nodejs/node#63785).
 */
export function readableJson(body: string): string {
  return withEscapes(indented(body));
}

/** A text in which invisible characters are written as escapes, such as `\u200b`. */
export function withEscapes(text: string): string {
  let previous = "";
  return Array.from(text, (character) => {
    const shown = isInvisible(character, previous) ? escaped(character) : character;
    previous = character;
    return shown;
  }).join("");
}

/** A string, a bracket, a separator, or a number, `true`, `false` or `null`. */
const jsonToken = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s"[\]{}:,]+/gu;

function indented(json: string): string {
  const tokens = json.match(jsonToken) ?? [];
  let line = "\n";
  return tokens
    .map((token, at) => {
      switch (token) {
        case "{":
        case "[":
          line += "  ";
          return isClosing(tokens[at + 1]) ? token : token + line;
        case "}":
        case "]": {
          line = line.slice(0, -2);
          const before = tokens[at - 1];
          return before === "{" || before === "[" ? token : line + token;
        }
        case ",":
          return `,${line}`;
        case ":":
          return ": ";
        default:
          return token;
      }
    })
    .join("");
}

function isClosing(token: string | undefined): boolean {
  return token === "}" || token === "]";
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
