import { isRecord, parseJson } from "../../shared/base/json.ts";

export interface TokenFacts {
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

function numberIn(value: unknown): number | undefined {
  if (typeof value === "string" && /^\d{1,15}$/u.test(value)) {
    return Number(value);
  }
  return typeof value === "number" ? value : undefined;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(0, 1000) : undefined;
}

/** Also parses JSON inside a JSON string or after a byte order mark. Undefined for any other text. */
export function parsedAnswer(text: string): unknown {
  let value = parseJson(text.startsWith("\uFEFF") ? text.slice(1) : text);
  for (let depth = 0; depth < 2 && typeof value === "string"; depth += 1) {
    value = textless(value);
  }
  return value;
}

/** Parses a text that contains JSON; returns any other value unchanged. */
export function textless(value: unknown): unknown {
  return typeof value === "string" && /^\s*[{[]/u.test(value) ? (parseJson(value) ?? value) : value;
}
