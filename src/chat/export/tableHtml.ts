import { inlineHtml } from "./inlineHtml.ts";

export interface Block {
  readonly html: string;
  readonly next: number;
}

const columnRule = /^:?-+:?$/u;

export function isTableRule(line: string): boolean {
  return cellsOf(line).every((cell) => columnRule.test(cell));
}

export function tableAt(lines: readonly string[], at: number, notes: ReadonlySet<string>): Block {
  const rows: string[] = [];
  let next = at + 2;
  for (let line = lines[next] ?? ""; line.includes("|"); line = lines[next] ?? "") {
    rows.push(rowOf(line, "td", notes));
    next += 1;
  }
  const html = `<table><thead>${rowOf(lines[at] ?? "", "th", notes)}</thead><tbody>${rows.join("")}</tbody></table>`;
  return { html, next };
}

function rowOf(line: string, cell: "th" | "td", notes: ReadonlySet<string>): string {
  const cells = cellsOf(line).map((text) => `<${cell}>${inlineHtml(text, notes)}</${cell}>`);
  return `<tr>${cells.join("")}</tr>`;
}

function cellsOf(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/u, "")
    .replace(/(?<!\\)\|$/u, "");
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim().replaceAll("\\|", "|"));
}
