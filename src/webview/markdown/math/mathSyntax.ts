import type { Token, Tokens } from "marked";

export interface MathSource {
  readonly tex: string;
  readonly isDisplay: boolean;
  readonly raw: string;
}

/** The longest formula; in a longer text the opening sign had another meaning. */
const maxUnits = 4000;
/** Matches money and a word, as in `$5 and 6$`, which is no formula. */
const amount = /^\d[\d.,]*\s+\p{L}/u;
/** Distinguishes formulas from escaped brackets around plain words. */
const mathSign = /[\\^_=+\-*/<>|]|\d|^\s*\p{L}\s*$/u;

/** Excludes money: no space after an opening `$` or before a closing `$`, and no digit or letter after it. */
export function mathAtStart(text: string): MathSource | undefined {
  if (text.startsWith("$$")) {
    return enclosed(text, { open: "$$", close: "$$", isDisplay: true });
  }
  if (text.startsWith("$")) {
    return dollars(text);
  }
  if (text.startsWith("\\(")) {
    return meant(enclosed(text, { open: "\\(", close: "\\)", isDisplay: false }));
  }
  return text.startsWith("\\[")
    ? meant(enclosed(text, { open: "\\[", close: "\\]", isDisplay: true }))
    : undefined;
}

export function hasMathSign(text: string): boolean {
  return mathSign.test(text);
}

function nextMathStart(text: string): number | undefined {
  const at = text.search(/(?<![\p{L}\p{N}$\\])\$|\\[([]/u);
  return at < 0 ? undefined : at;
}

export const openMath = /(?<![\p{L}\p{N}$\\])\$(?=$|[^\s\d])/u;

export const mathExtension = {
  inline: [
    (text: string): Tokens.Generic | undefined => {
      const math = mathAtStart(text);
      return math && { type: "math", raw: math.raw, text: math.raw };
    },
  ],
  startInline: [(text: string): number | undefined => nextMathStart(text)],
  renderers: {},
  childTokens: {},
};

export function mathOf({ type, raw }: Token): MathSource | undefined {
  return type === "math" ? mathAtStart(raw) : undefined;
}

function dollars(text: string): MathSource | undefined {
  const close = unescaped(text, "$", 1);
  if (close === undefined) {
    return undefined;
  }
  const tex = text.slice(1, close);
  const isMath =
    tex !== "" &&
    !/^\s|\s$/u.test(tex) &&
    !/^[\p{L}\p{N}]/u.test(text.slice(close + 1, close + 3)) &&
    !amount.test(tex);
  return isMath ? { tex, isDisplay: false, raw: text.slice(0, close + 1) } : undefined;
}

interface Signs {
  readonly open: string;
  readonly close: string;
  readonly isDisplay: boolean;
}

function enclosed(text: string, { open, close, isDisplay }: Signs): MathSource | undefined {
  const at =
    close === "$$"
      ? unescaped(text, close, open.length)
      : text.slice(0, maxUnits).indexOf(close, open.length);
  if (at === undefined || at < 0) {
    return undefined;
  }
  const tex = text.slice(open.length, at);
  return tex.trim() === "" ? undefined : { tex, isDisplay, raw: text.slice(0, at + close.length) };
}

function meant(math: MathSource | undefined): MathSource | undefined {
  return math && hasMathSign(math.tex) && /[\p{L}\p{N}]/u.test(math.tex) ? math : undefined;
}

function unescaped(text: string, sign: string, from: number): number | undefined {
  const end = Math.min(text.length, maxUnits);
  for (let at = from; at < end; at += 1) {
    if (text[at] === "\\") {
      at += 1;
    } else if (text.startsWith(sign, at)) {
      return at;
    }
  }
  return undefined;
}
