import { type Fields, isRecord, parseJson } from "../../shared/json.ts";

/** Facts of a token's answer besides the token itself; the specification shows these fields. */
export interface TokenFacts {
  /** Seconds; undefined if the answer does not say. */
  readonly expiresInS: number | undefined;
  readonly scope: string | undefined;
  readonly codigoSeller: number | undefined;
  readonly ambiente: string | undefined;
}

export function readTokenFacts(answer: unknown): TokenFacts {
  const facts = isRecord(answer) ? answer : {};
  return {
    expiresInS: numberIn(facts["expires_in"]),
    scope: textIn(facts["scope"]),
    codigoSeller: numberIn(facts["codigoSeller"]),
    ambiente: textIn(facts["ambiente"]),
  };
}

/** A number, also one written as text; undefined for anything else. */
function numberIn(value: unknown): number | undefined {
  if (typeof value === "string" && /^\d{1,15}$/u.test(value)) {
    return Number(value);
  }
  return typeof value === "number" ? value : undefined;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(0, 1000) : undefined;
}

/**
 * An answer's JSON, also if it is written once more as a JSON string, begins with a byte order mark
 * or has one value a line (NDJSON). Undefined for any other text.
 */
export function parsedAnswer(text: string): unknown {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const whole = parseJson(plain);
  let value = whole === undefined ? parsedLines(plain) : whole;
  for (let depth = 0; depth < 2 && typeof value === "string"; depth += 1) {
    const inner = /^\s*[{[]/u.test(value) ? parseJson(value) : undefined;
    value = inner ?? value;
  }
  return value;
}

/** Whether an answer has one value a line (NDJSON). */
export function hasLines(text: string): boolean {
  const lines = parseJson(text) === undefined ? parsedLines(text) : undefined;
  return lines !== undefined;
}

/** One JSON object a line; one line that is none makes it another kind of text. */
function parsedLines(text: string): readonly Fields[] | undefined {
  if (!/^\s*\{/u.test(text.slice(0, 1_000))) {
    return undefined;
  }
  const entries: Fields[] = [];
  for (const line of text.split("\n")) {
    const value = line.trim() === "" ? undefined : parseJson(line);
    if (isRecord(value)) {
      entries.push(value);
    } else if (line.trim() !== "") {
      return undefined;
    }
  }
  return entries;
}
