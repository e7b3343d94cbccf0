import { type Declaration, indentOf, isEmpty } from "./declarations.ts";
import type { Random } from "./random.ts";
import type { Row, Source } from "./source.ts";

/** Rows of the old file that stay unchanged. */
export function kept(lines: readonly string[], start: number, end: number): Row[] {
  return lines.slice(start, end).map((text, index) => ({ text, from: start + index }));
}

type Rewriting = "rewrite" | "shorten" | "lengthen" | "changeLine" | "signature";

export function rewrittenRows(
  source: Source,
  target: Declaration,
  operation: Rewriting,
  random: Random,
): readonly Row[] | undefined {
  const { lines } = source;
  const head = kept(lines, target.start, target.bodyStart);
  const close = kept(lines, target.bodyEnd, target.end);
  const body = kept(lines, target.bodyStart, target.bodyEnd);
  switch (operation) {
    case "signature": {
      const better = withParameter(lines[target.head] ?? "");
      return better === undefined
        ? undefined
        : [...head, ...body, ...close].map((row) =>
            row.from === target.head ? { text: better } : row,
          );
    }
    case "changeLine": {
      const bodyRows = withChangedLine(body, random);
      return bodyRows && [...head, ...bodyRows, ...close];
    }
    default: {
      const rewritten = withOtherBody(source, target, operation, random);
      return rewritten && [...head, ...rewritten, ...close];
    }
  }
}

/** Statements of a body, each with the deeper rows below it. */
function statementsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const full = rows.filter(({ text }) => !isEmpty(text));
  const depth = Math.min(...full.map(({ text }) => indentOf(text)));
  const groups: Row[][] = [];
  for (const row of rows) {
    const isStart =
      !isEmpty(row.text) &&
      indentOf(row.text) === depth &&
      /^[\w$@#*&<"'[(.-]/u.test(row.text.trim());
    const isMarked = groups.at(-1)?.every(({ text }) => /^\s*@/u.test(text)) === true;
    if ((isStart && !isMarked && !isPartOfStatement(row.text)) || groups.length === 0) {
      groups.push([row]);
    } else {
      groups.at(-1)?.push(row);
    }
  }
  return groups;
}

function isPartOfStatement(text: string): boolean {
  return /^(?:else|elif|elsif|except|catch|finally|rescue|ensure|end|when|case|default|\.|\*)/u.test(
    text.trim(),
  );
}

function withOtherBody(
  source: Source,
  target: Declaration,
  operation: "rewrite" | "shorten" | "lengthen",
  random: Random,
): readonly Row[] | undefined {
  const { lines } = source;
  const body = kept(lines, target.bodyStart, target.bodyEnd);
  const groups = target.kind === "container" ? [] : statementsOf(body);
  const create = (count: number): readonly Row[] =>
    statements(source, target, random, count).map((text) => ({ text }));
  if (groups.length === 0 || body.every(({ text }) => isEmpty(text))) {
    return undefined;
  }
  if (operation === "rewrite") {
    return random.isLess(0.5)
      ? create(1 + random.below(6))
      : groups.flatMap((group) => (random.isLess(0.5) ? group : create(random.below(3))));
  }
  if (operation === "shorten") {
    const some = groups.filter(() => random.isLess(0.4)).flat();
    return some.length === body.length || some.every(({ text }) => isEmpty(text))
      ? create(1)
      : some;
  }
  const at = random.below(groups.length + 1);
  return [
    ...groups.slice(0, at).flat(),
    ...create(1 + random.below(8)),
    ...groups.slice(at).flat(),
  ];
}

function withChangedLine(body: readonly Row[], random: Random): readonly Row[] | undefined {
  const choices = body.flatMap(({ text }, index) =>
    /^[\w$.]+.*\b[A-Za-z]\w{3,}.*[;,)\w]\s*$/u.test(text.trim()) ? [index] : [],
  );
  const chosen = random.of(choices);
  if (chosen === undefined) {
    return undefined;
  }
  const text = body[chosen]?.text ?? "";
  const words = [...text.matchAll(/\b[A-Za-z]\w{3,}/gu)];
  const word = words.at(random.below(words.length));
  const end = (word?.index ?? 0) + (word?.[0].length ?? 0);
  return body.with(chosen, { text: `${text.slice(0, end)}Other${text.slice(end)}` });
}

function withParameter(head: string): string | undefined {
  const open = head.indexOf("(");
  if (open < 0 || !/\w\($/u.test(head.slice(0, open + 1))) {
    return undefined;
  }
  const rest = head.slice(open + 1);
  return `${head.slice(0, open)}(extra${rest.trimStart().startsWith(")") ? "" : ", "}${rest}`;
}

/** New statements for a body, at its depth. */
export function statements(
  { lines, language }: Source,
  { head, bodyStart, bodyEnd }: Declaration,
  random: Random,
  count: number,
): readonly string[] {
  const first = lines.slice(bodyStart, bodyEnd).find((line) => !isEmpty(line)) ?? "";
  const outer = lines[head] ?? "";
  const outerIndent = outer.slice(0, indentOf(outer));
  const own = first.slice(0, indentOf(first));
  const indent = own.length > outerIndent.length ? own : `${outerIndent}    `;
  return Array.from(
    { length: count },
    () => indent + language.statement(`step${random.below(1_000)}`),
  );
}
