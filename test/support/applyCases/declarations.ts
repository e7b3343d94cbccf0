import type { Language } from "./languages.ts";

/** A declaration, found by the file's formatting: rows of the file, each end after the last. */
export interface Declaration {
  readonly kind: "container" | "callable";
  /** First row of the comments and attributes above it. */
  readonly start: number;
  readonly head: number;
  /** Rows of the body without its closing line. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly end: number;
  readonly parent: Declaration | undefined;
}

const leading = /^(?:\/\/|\/\*|\*|#(?!(?:if|el|end|include|define|undef|pragma)\b)|@\w|\[\w.*\]$)/u;
const closing = /^(?:\}[;,]?|end)$/u;
const partOfHead = /^(?:\)|\{$|where\b|\]|->)/u;

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

export function isEmpty(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

/** The declarations whose extent is certain from the formatting, in order. */
export function declarations(lines: readonly string[], language: Language): readonly Declaration[] {
  const found: Declaration[] = [];
  for (const [head, line] of lines.entries()) {
    const kind = kindOf(line, language);
    const extent = kind && extentOf(lines, head, language);
    if (kind && extent) {
      const parent = found.findLast(
        ({ bodyStart, bodyEnd }) => bodyStart <= head && head < bodyEnd,
      );
      const isTail = language.name === "css" && /,\s*$/u.test(lines[head - 1] ?? "");
      if (parent?.kind !== "callable" && !isTail && isOnLevel(lines, head, found, parent)) {
        found.push({ kind, head, start: leadingStart(lines, head), ...extent, parent });
      }
    }
  }
  return found;
}

/** Whether it has the same depth as the first declaration of its scope. */
function isOnLevel(
  lines: readonly string[],
  head: number,
  found: readonly Declaration[],
  parent: Declaration | undefined,
): boolean {
  const first = found.find((other) => other.parent === parent);
  const depth = indentOf(lines[head] ?? "");
  return first || !parent ? depth === indentOf(lines[first?.head ?? -1] ?? "") : true;
}

function kindOf(
  line: string,
  { name, container, callable }: Language,
): Declaration["kind"] | undefined {
  if (container?.test(line) === true) {
    return "container";
  }
  const isType =
    name !== "rust" && /\b(?:class|interface|object|enum|struct|record)\s+\w+\s*[(:{<]/u.test(line);
  return callable.test(line) && !isType ? "callable" : undefined;
}

type Extent = Pick<Declaration, "bodyStart" | "bodyEnd" | "end">;

function extentOf(
  lines: readonly string[],
  head: number,
  { isIndented = false }: Language,
): Extent | undefined {
  const depth = indentOf(lines[head] ?? "");
  const opens = isIndented ? /:\s*(?:#.*)?$/u : /[{]\s*$|^\s*(?:def|class|module)\b/u;
  const opensAt = lines.findIndex(
    (line, row) => row >= head && row < head + 12 && opens.test(line),
  );
  if (opensAt < 0 || !headIsPlain(lines.slice(head, opensAt + 1), depth)) {
    return undefined;
  }
  const bodyStart = opensAt + 1;
  const next = lines.findIndex(
    (line, row) => row >= bodyStart && !isEmpty(line) && indentOf(line) <= depth,
  );
  return isIndented
    ? indentedExtent(lines, bodyStart, next)
    : closedExtent(lines, { bodyStart, bodyEnd: next }, depth);
}

function indentedExtent(
  lines: readonly string[],
  bodyStart: number,
  next: number,
): Extent | undefined {
  let end = next < 0 ? lines.length : next;
  while (end > bodyStart && isEmpty(lines[end - 1])) {
    end -= 1;
  }
  return end > bodyStart ? { bodyStart, bodyEnd: end, end } : undefined;
}

function closedExtent(
  lines: readonly string[],
  { bodyStart, bodyEnd }: Pick<Extent, "bodyStart" | "bodyEnd">,
  depth: number,
): Extent | undefined {
  const closes = lines[bodyEnd] ?? "";
  const isWhole = bodyEnd > bodyStart && indentOf(closes) === depth && closing.test(closes.trim());
  return isWhole ? { bodyStart, bodyEnd, end: bodyEnd + 1 } : undefined;
}

function headIsPlain([first = "", ...rest]: readonly string[], depth: number): boolean {
  const isOpen = rest.length === 0 || !/[;}]\s*$/u.test(first);
  return (
    isOpen &&
    rest.every((line, row) => {
      const isListed = /,\s*$/u.test([first, ...rest][row] ?? "") && /[,{]\s*$/u.test(line);
      return indentOf(line) > depth || partOfHead.test(line.trim()) || isListed;
    }) &&
    !/;\s*$/u.test(first)
  );
}

function leadingStart(lines: readonly string[], head: number): number {
  let start = head;
  while (start > 0 && isLeading((lines[start - 1] ?? "").trim())) {
    start -= 1;
  }
  return start;
}

function isLeading(line: string): boolean {
  return leading.test(line) && !line.endsWith("{");
}
