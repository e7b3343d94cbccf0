import { estimateTokens } from "../shared/text/tokenEstimate.ts";
import { isInvisible } from "./invisibleCharacters.ts";

export interface InvisibleCharacter {
  readonly codePoint: string;
  readonly count: number;
}

export interface RequestReport {
  readonly bytes: number;
  readonly tokens: number;
  readonly invisible: readonly InvisibleCharacter[];
}

export function reportOf(body: string, texts: readonly string[]): RequestReport {
  return {
    bytes: new TextEncoder().encode(body).byteLength,
    tokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0),
    invisible: invisibleIn(texts),
  };
}

/**
 * Indents valid JSON and escapes invisible characters. Does not parse: parsing could change a key (nodejs/node#63785).
 */
export function readableJson(body: string): string {
  return withEscapes(indented(body));
}

export function withEscapes(text: string): string {
  let previous = "";
  return Array.from(text, (character) => {
    const shown = isInvisible(character, previous) ? escaped(character) : character;
    previous = character;
    return shown;
  }).join("");
}

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
