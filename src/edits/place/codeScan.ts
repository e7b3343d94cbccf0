import { type Syntax, syntaxOf } from "./syntax.ts";

export interface CodeScan {
  readonly depth: readonly number[];
  readonly isText: readonly boolean[];
  readonly unbalanced: string;
}

const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const beforeRegex = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of))\s*$/u;

/** Accepts any text; linear time. */
export function scanCode(lines: readonly string[], language: string): CodeScan {
  const reader = new Reader(syntaxOf(language));
  const depth: number[] = [];
  const isText: boolean[] = [];
  for (const line of lines) {
    depth.push(reader.depth);
    isText.push(reader.isInText);
    reader.read(line);
  }
  return { depth, isText, unbalanced: reader.unbalanced };
}

interface OpenText {
  readonly end: string;
  readonly hasEscapes: boolean;
  readonly isHeredoc?: boolean;
  readonly canSpanLines: boolean;
  readonly opensCode?: string;
  readonly isDoubled?: boolean;
}

class Reader {
  readonly #syntax: Syntax;
  readonly #open: string[] = [];
  readonly #templates: OpenText[] = [];
  #text: OpenText | undefined;
  #heredoc: OpenText | undefined;
  #stray = 0;

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
  }

  get depth(): number {
    return this.#open.length;
  }

  get isInText(): boolean {
    return this.#text !== undefined;
  }

  get unbalanced(): string {
    const open = this.#open.join("");
    const text = this.#text?.end ?? "";
    return open === "" && text === "" && this.#stray === 0 ? "" : `${open} ${text} ${this.#stray}`;
  }

  read(line: string): void {
    if (this.#text?.isHeredoc === true) {
      this.#text = line.trim().replace(/[;,)]+$/u, "") === this.#text.end ? undefined : this.#text;
      return;
    }
    let at = 0;
    while (at < line.length) {
      at = this.#text ? this.#readText(line, at, this.#text) : this.#readCode(line, at);
    }
    if (this.#text?.canSpanLines === false && !line.endsWith("\\")) {
      this.#text = undefined;
    }
    if (this.#heredoc && !this.#text) {
      this.#text = this.#heredoc;
      this.#heredoc = undefined;
    }
  }

  #readText(line: string, start: number, text: OpenText): number {
    const { end, hasEscapes, opensCode, isDoubled } = text;
    for (let at = start; at < line.length; at += 1) {
      if (
        (hasEscapes && line[at] === "\\") ||
        (isDoubled === true && line.startsWith(end + end, at))
      ) {
        at += 1;
      } else if (line.startsWith(end, at)) {
        this.#text = undefined;
        return at + end.length;
      } else if (opensCode !== undefined && line.startsWith(opensCode, at)) {
        this.#templates.push(text);
        this.#text = undefined;
        this.#open.push("${");
        return at + opensCode.length;
      }
    }
    return line.length;
  }

  #readCode(line: string, at: number): number {
    const character = line[at] ?? "";
    const isPlain = /[\w\s]/u.test(character);
    if (isPlain && !(character === "r" && this.#syntax.isRust === true)) {
      return at + 1;
    }
    if (this.#syntax.lineComments.some((mark) => isComment(line, at, mark))) {
      return line.length;
    }
    if (line.startsWith("*/", at) && this.#syntax.texts.some(({ end }) => end === "*/")) {
      this.#stray += 1;
      return at + 2;
    }
    const heredoc = this.#syntax.heredoc?.exec(line.slice(at));
    if (heredoc) {
      this.#heredoc = heredocText(heredoc);
      return at + heredoc[0].length;
    }
    return this.#readString(line, at) ?? this.#readBracket(line, at);
  }

  #readString(line: string, at: number): number | undefined {
    const length = this.#lengthOfLiteral(line, at);
    if (length > 0) {
      return at + length;
    }
    const found =
      rawString(this.#syntax, line, at) ??
      this.#syntax.texts.find(({ start }) => line.startsWith(start, at));
    if (!found) {
      return undefined;
    }
    this.#text = found;
    return at + found.start.length;
  }

  #lengthOfLiteral(line: string, at: number): number {
    if (line[at] === "'" && this.#syntax.hasCharacters === true) {
      return /^'(?:\\[^']+|\\'|[^'\\])'/u.exec(line.slice(at, at + 16))?.[0].length ?? 1;
    }
    const mayBeRegex =
      line[at] === "/" &&
      this.#syntax.hasRegex === true &&
      beforeRegex.test(line.slice(Math.max(0, at - 20), at));
    return mayBeRegex
      ? (/^\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\//u.exec(line.slice(at, at + 500))?.[0]
          .length ?? 0)
      : 0;
  }

  #readBracket(line: string, at: number): number {
    const character = line[at] ?? "";
    if (character === "(" || character === "[" || character === "{") {
      this.#open.push(character);
      return at + 1;
    }
    const opening = pairs[character];
    if (opening === undefined) {
      return at + 1;
    }
    if (character === "}" && this.#open.at(-1) === "${") {
      this.#open.pop();
      this.#text = this.#templates.pop();
    } else if (this.#open.at(-1) === opening) {
      this.#open.pop();
    } else {
      this.#stray += 1;
    }
    return at + 1;
  }
}

function heredocText([, quoted, plain]: RegExpExecArray): OpenText {
  return {
    end: quoted ?? plain ?? "",
    isHeredoc: true,
    hasEscapes: false,
    canSpanLines: true,
  };
}

function rawString(
  { isRust }: Syntax,
  line: string,
  at: number,
): (OpenText & { readonly start: string }) | undefined {
  const raw = isRust === true && /^r(#*)"/u.exec(line.slice(at, at + 20));
  return raw && !/\w/u.test(line[at - 1] ?? "")
    ? { start: raw[0], end: `"${raw[1] ?? ""}`, hasEscapes: false, canSpanLines: true }
    : undefined;
}

function isComment(line: string, at: number, mark: string): boolean {
  if (!line.startsWith(mark, at)) {
    return false;
  }
  // In a shell `$#` and `${a#b}` are no comments; in PHP `#[` is an attribute.
  return mark !== "#" || (line[at + 1] !== "[" && !/[\w${]/u.test(line[at - 1] ?? ""));
}
