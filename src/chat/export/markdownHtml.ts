import { escapeHtml } from "./escapeHtml.ts";
import { inlineHtml } from "./inlineHtml.ts";

/** Deeper quotes and lists stay as text. */
const maxDepth = 8;

// These expressions run on a model's text: each takes linear time.

const fence = /^ {0,3}(?<marks>`{3,}|~{3,})\s*(?<info>[^`]*)$/u;
const heading = /^ {0,3}(?<marks>#{1,6})\s+(?<text>.*)$/su;
const rule = /^ {0,3}(?:-\s*){3,}$|^ {0,3}(?:\*\s*){3,}$|^ {0,3}(?:_\s*){3,}$/u;
const item = /^(?<indent>\s{0,12})(?<mark>[-*+]|\d{1,9}[.)])\s+(?<text>.*)$/su;
const quote = /^ {0,3}> ?(?<text>.*)$/u;
/** The first line of a quote that says what it is for: `[!NOTE]`. */
const alert = /^\[!(?<kind>NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*$/iu;
const columnRule = /^:?-+:?$/u;

interface Block {
  readonly html: string;
  /** The line after it. */
  readonly next: number;
}

/** The usual Markdown blocks as HTML. Raw HTML is escaped as text. */
export function markdownHtml(markdown: string, depth = 0): string {
  const lines = markdown.split("\n");
  const blocks: string[] = [];
  for (let at = 0; at < lines.length;) {
    if (lineAt(lines, at).trim() === "") {
      at += 1;
      continue;
    }
    const { html, next } = blockAt(lines, at, depth);
    blocks.push(html);
    at = next;
  }
  return blocks.join("\n");
}

function blockAt(lines: readonly string[], at: number, depth: number): Block {
  const line = lineAt(lines, at);
  const marks = fence.exec(line)?.groups?.["marks"];
  if (marks !== undefined) {
    return codeAt(lines, at, marks);
  }
  const headed = heading.exec(line)?.groups;
  if (headed) {
    return { html: headingOf(headed), next: at + 1 };
  }
  if (rule.test(line)) {
    return { html: "<hr>", next: at + 1 };
  }
  if (line.includes("|") && isTableRule(lineAt(lines, at + 1))) {
    return tableAt(lines, at);
  }
  return containerAt(lines, at, depth) ?? paragraphAt(lines, at);
}

function containerAt(lines: readonly string[], at: number, depth: number): Block | undefined {
  const line = lineAt(lines, at);
  if (depth >= maxDepth) {
    return undefined;
  }
  return quote.test(line)
    ? quoteAt(lines, at, depth)
    : item.test(line)
      ? listAt(lines, at, depth)
      : undefined;
}

/** Headings start at the third level: the first two are the document's own. */
function headingOf({ marks = "", text = "" }: Readonly<Record<string, string>>): string {
  const level = Math.min(6, marks.length + 2);
  return `<h${level}>${inlineHtml(withoutClosing(text))}</h${level}>`;
}

/** A heading's text without the closing marks. */
function withoutClosing(text: string): string {
  let end = text.trimEnd().length;
  while (text.charAt(end - 1) === "#") {
    end -= 1;
  }
  return text.slice(0, end).trimEnd();
}

function codeAt(lines: readonly string[], at: number, marks: string): Block {
  let last = at + 1;
  while (last < lines.length && !isFenceEnd(lineAt(lines, last), marks)) {
    last += 1;
  }
  const code = lines.slice(at + 1, last).join("\n");
  return { html: `<pre><code>${escapeHtml(code)}</code></pre>`, next: last + 1 };
}

function isFenceEnd(line: string, marks: string): boolean {
  const text = line.trim();
  return text.startsWith(marks) && text.replaceAll(marks.charAt(0), "") === "";
}

function tableAt(lines: readonly string[], at: number): Block {
  let next = at + 2;
  const rows: string[] = [];
  for (; lineAt(lines, next).includes("|"); next += 1) {
    rows.push(rowOf(lineAt(lines, next), "td"));
  }
  const html = `<table><thead>${rowOf(lineAt(lines, at), "th")}</thead><tbody>${rows.join("")}</tbody></table>`;
  return { html, next };
}

function isTableRule(line: string): boolean {
  return cellsOf(line).every((cell) => columnRule.test(cell));
}

function rowOf(line: string, cell: "th" | "td"): string {
  const cells = cellsOf(line).map((text) => `<${cell}>${inlineHtml(text)}</${cell}>`);
  return `<tr>${cells.join("")}</tr>`;
}

function cellsOf(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/u, "")
    .replace(/(?<!\\)\|$/u, "");
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function quoteAt(lines: readonly string[], at: number, depth: number): Block {
  const inner: string[] = [];
  let next = at;
  for (let match = quote.exec(lineAt(lines, next)); match;) {
    inner.push(match.groups?.["text"] ?? "");
    next += 1;
    match = quote.exec(lineAt(lines, next));
  }
  const kind = alert.exec(inner[0] ?? "")?.groups?.["kind"]?.toLowerCase();
  const title = kind && `<p><strong>${kind.charAt(0).toUpperCase()}${kind.slice(1)}</strong></p>`;
  const text = markdownHtml(inner.slice(title ? 1 : 0).join("\n"), depth + 1);
  return { html: `<blockquote>${title ?? ""}${text}</blockquote>`, next };
}

interface Item {
  readonly indent: number;
  readonly isNumbered: boolean;
  readonly text: string;
}

function itemAt(lines: readonly string[], at: number): Item | undefined {
  const groups = item.exec(lineAt(lines, at))?.groups;
  return (
    groups && {
      indent: groups["indent"]?.length ?? 0,
      isNumbered: /\d/u.test(groups["mark"] ?? ""),
      text: groups["text"] ?? "",
    }
  );
}

/** The items of one level; deeper indentation belongs to the item above it. */
function listAt(lines: readonly string[], at: number, depth: number): Block {
  const { indent = 0, isNumbered = false } = itemAt(lines, at) ?? {};
  const items: string[][] = [];
  let next = at;
  for (; next < lines.length; next += 1) {
    const found = itemAt(lines, next);
    if (found && found.indent <= indent + 1) {
      if (found.isNumbered !== isNumbered) {
        break;
      }
      items.push([found.text]);
    } else if (belongsToItem(lines, next, indent)) {
      const line = lineAt(lines, next);
      items.at(-1)?.push(line.slice(Math.min(indent + 2, leadingSpaces(line))));
    } else {
      break;
    }
  }
  const tag = isNumbered ? "ol" : "ul";
  const html = items.map((inner) => `<li>${itemHtml(inner, depth)}</li>`).join("");
  return { html: `<${tag}>${html}</${tag}>`, next };
}

function belongsToItem(lines: readonly string[], at: number, indent: number): boolean {
  const line = lineAt(lines, at);
  return line.trim() === ""
    ? leadingSpaces(lineAt(lines, at + 1)) > indent + 1
    : leadingSpaces(line) > indent + 1;
}

function itemHtml(inner: readonly string[], depth: number): string {
  const [text = "", ...rest] = inner;
  const more = rest.length > 0 ? markdownHtml(rest.join("\n"), depth + 1) : "";
  return inlineHtml(text.replace(/^\[ \] /u, "☐ ").replace(/^\[[xX]\] /u, "☑ ")) + more;
}

function paragraphAt(lines: readonly string[], at: number): Block {
  let next = at + 1;
  while (next < lines.length && !startsBlock(lineAt(lines, next))) {
    next += 1;
  }
  const text = lines.slice(at, next).join("\n");
  const html = inlineHtml(text).split("\n").map(withBreak).join("\n");
  return { html: `<p>${html}</p>`, next };
}

/** Two spaces at the end of a line are a line break. */
function withBreak(line: string, index: number, all: readonly string[]): string {
  return index < all.length - 1 && line.endsWith("  ") ? `${line.trimEnd()}<br>` : line;
}

function startsBlock(line: string): boolean {
  return (
    line.trim() === "" ||
    fence.test(line) ||
    heading.test(line) ||
    quote.test(line) ||
    item.test(line)
  );
}

function leadingSpaces(line: string): number {
  return line.length - line.trimStart().length;
}

function lineAt(lines: readonly string[], at: number): string {
  return lines[at] ?? "";
}
