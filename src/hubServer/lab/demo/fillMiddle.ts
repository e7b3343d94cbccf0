import type { CompletionOrder } from "../../models/completionCall.ts";

export function fillMiddle(order: CompletionOrder): string {
  return getterBody(order) ?? restOfName(order) ?? openBrackets(order) ?? "";
}

/** Reads `get total() {` with a field `#total`, `_total` or `total`. */
function getterBody({ before, after }: CompletionOrder): string | undefined {
  const found =
    /(?:^|\n)(?<indent>[\t ]*)get (?<name>\w{1,100})\(\)[^\n{]{0,100}\{(?<blank>\s*)$/u.exec(
      before,
    );
  const { indent = "", name = "", blank = "" } = found?.groups ?? {};
  const field = [`#${name}`, `_${name}`].find(
    (each) => before.includes(each) || after.includes(each),
  );
  if (!found || field === undefined) {
    return undefined;
  }
  const unit = indent.includes("\t") ? "\t" : "  ";
  const line = `return this.${field};`;
  const isClosed = /^\s*\}/u.test(after);
  const lead = blank.includes("\n") ? missing(blank, indent + unit) : `\n${indent}${unit}`;
  return lead + line + (isClosed ? "" : `\n${indent}}`);
}

function missing(blank: string, wanted: string): string {
  const has = blank.slice(blank.lastIndexOf("\n") + 1);
  return wanted.startsWith(has) ? wanted.slice(has.length) : "";
}

const nameAtEnd = /[A-Za-z_$][\w$]{1,60}$/u;

function restOfName({ before, after, context }: CompletionOrder): string | undefined {
  const [start] = nameAtEnd.exec(before) ?? [];
  if (start === undefined || /^[\w$]/u.test(after)) {
    return undefined;
  }
  const earlier = before.slice(0, -start.length);
  for (const text of [earlier, after, ...context.map((part) => part.text)]) {
    const names = text.match(/[A-Za-z_$][\w$]{2,100}/gu) ?? [];
    const found = names.findLast((name) => name.length > start.length && name.startsWith(start));
    if (found !== undefined) {
      return found.slice(start.length);
    }
  }
  return undefined;
}

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

function openBrackets({ before, after }: CompletionOrder): string | undefined {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const open: string[] = [];
  for (const sign of line.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/gu, "")) {
    const closer = closers[sign];
    if (closer !== undefined) {
      open.push(closer);
    } else if (sign === open.at(-1)) {
      open.pop();
    }
  }
  const isBlock = line.trimEnd().endsWith("{");
  const missingText = open.toReversed().join("");
  const following = after.split("\n", 1)[0]?.trim() ?? "";
  return missingText === "" || isBlock || following.startsWith(missingText)
    ? undefined
    : missingText;
}
