import { type AlertKind, alertKinds } from "../../shared/text/alertKinds.ts";
import { escapeHtml } from "../../shared/text/escapeHtml.ts";
import { closesFence, type OpenFence, openFence } from "../../shared/text/fences.ts";
import type { ExportWords } from "./exportWords.ts";
import { inlineHtml } from "./inlineHtml.ts";
import { type Block, isTableRule, tableAt } from "./tableHtml.ts";

const maxDepth = 8;

// These expressions read a model's text, in linear time.
const heading = /^ {0,3}(?<marks>#{1,6})\s+(?<text>.*)$/su;
const rule = /^ {0,3}(?:-\s*){3,}$|^ {0,3}(?:\*\s*){3,}$|^ {0,3}(?:_\s*){3,}$/u;
const item = /^(?<indent>\s{0,12})(?<mark>[-*+]|\d{1,9}[.)])\s+(?<text>.*)$/su;
const quote = /^ {0,3}> ?(?<text>.*)$/u;
const alert = /^\[!(?<kind>NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*$/iu;
const detailsStart = /^ {0,3}<details(?:\s+open)?\s*>(?<rest>.*)$/iu;
const detailsEnd = /<\/details>\s*$/iu;
const summary = /^\s*<summary>(?<text>.*)<\/summary>(?<rest>.*)$/iu;
const footnote = /^ {0,3}\[\^(?<label>[^\s[\]\\]{1,40})\]:\s+(?<text>\S.*)$/u;

interface Within {
  readonly alerts: ExportWords["alerts"];
  readonly notes: ReadonlySet<string>;
  readonly depth: number;
}

/**
 * Common Markdown blocks as HTML. Raw HTML is escaped, except `<details>` and the elements of
 * `inlineHtml`.
 */
export function markdownHtml(markdown: string, { alerts }: Pick<ExportWords, "alerts">): string {
  const labels = markdown.split("\n").map((line) => footnote.exec(line)?.groups?.["label"] ?? "");
  return blocksHtml(markdown, { alerts, notes: new Set(labels), depth: 0 });
}

function blocksHtml(markdown: string, within: Within): string {
  const lines = markdown.split("\n");
  const blocks: string[] = [];
  for (let at = 0; at < lines.length;) {
    if (lineAt(lines, at).trim() === "") {
      at += 1;
      continue;
    }
    const { html, next } = blockAt(lines, at, within);
    blocks.push(html);
    at = next;
  }
  return blocks.join("\n");
}

function blockAt(lines: readonly string[], at: number, within: Within): Block {
  const line = lineAt(lines, at);
  const fence = fenceIn(line);
  if (fence) {
    return codeAt(lines, at, fence);
  }
  const headed = heading.exec(line)?.groups;
  if (headed) {
    return { html: headingOf(headed, within), next: at + 1 };
  }
  if (rule.test(line)) {
    return { html: "<hr>", next: at + 1 };
  }
  if (line.includes("|") && isTableRule(lineAt(lines, at + 1))) {
    return tableAt(lines, at, within.notes);
  }
  return containerAt(lines, at, within) ?? paragraphAt(lines, at, within);
}

function containerAt(lines: readonly string[], at: number, within: Within): Block | undefined {
  if (within.depth >= maxDepth) {
    return undefined;
  }
  const line = lineAt(lines, at);
  const inner = { ...within, depth: within.depth + 1 };
  if (quote.test(line)) {
    return quoteAt(lines, at, inner);
  }
  if (detailsStart.test(line)) {
    return detailsAt(lines, at, inner);
  }
  return item.test(line) ? listAt(lines, at, inner) : undefined;
}

function headingOf(
  { marks = "", text = "" }: Readonly<Record<string, string>>,
  { notes }: Within,
): string {
  const level = Math.min(6, marks.length + 2);
  return `<h${level}>${inlineHtml(withoutClosing(text), notes)}</h${level}>`;
}

function withoutClosing(text: string): string {
  let end = text.trimEnd().length;
  while (text.charAt(end - 1) === "#") {
    end -= 1;
  }
  return text.slice(0, end).trimEnd();
}

function codeAt(lines: readonly string[], at: number, fence: OpenFence): Block {
  let last = at;
  for (let open: OpenFence | undefined = fence; open && last < lines.length;) {
    last += 1;
    open = closesFence(open, lineAt(lines, last).trim());
  }
  const code = lines.slice(at + 1, last).join("\n");
  return { html: `<pre><code>${escapeHtml(code)}</code></pre>`, next: last + 1 };
}

function fenceIn(line: string): OpenFence | undefined {
  return /^ {0,3}\S/u.test(line) ? openFence(line.trimStart()) : undefined;
}

function quoteAt(lines: readonly string[], at: number, within: Within): Block {
  const inner: string[] = [];
  let next = at;
  for (let match = quote.exec(lineAt(lines, next)); match;) {
    inner.push(match.groups?.["text"] ?? "");
    next += 1;
    match = quote.exec(lineAt(lines, next));
  }
  const kind = alertOf(inner[0] ?? "");
  const title = kind && `<p><strong>${escapeHtml(within.alerts[kind])}</strong></p>`;
  const text = blocksHtml(inner.slice(title ? 1 : 0).join("\n"), within);
  return { html: `<blockquote>${title ?? ""}${text}</blockquote>`, next };
}

function alertOf(line: string): AlertKind | undefined {
  const written = alert.exec(line)?.groups?.["kind"]?.toLowerCase();
  return alertKinds.find((kind) => kind === written);
}

/** An unclosed part extends to the text's end. */
function detailsAt(lines: readonly string[], at: number, within: Within): Block {
  const last = lastOfDetails(lines, at);
  const rest = detailsStart.exec(lineAt(lines, at))?.groups?.["rest"] ?? "";
  const inner = [rest, ...lines.slice(at + 1, last + 1)];
  inner.push((inner.pop() ?? "").replace(detailsEnd, ""));
  return { html: `<details>${detailsHtml(inner, within)}</details>`, next: last + 1 };
}

function lastOfDetails(lines: readonly string[], at: number): number {
  let open = 0;
  let fence: OpenFence | undefined;
  for (let last = at; last < lines.length; last += 1) {
    const line = lineAt(lines, last);
    if (fence) {
      fence = closesFence(fence, line.trim());
      continue;
    }
    fence = fenceIn(line);
    open += Number(detailsStart.test(line)) - Number(detailsEnd.test(line));
    if (open <= 0) {
      return last;
    }
  }
  return lines.length - 1;
}

function detailsHtml(lines: readonly string[], within: Within): string {
  const first = lines.findIndex((line) => line.trim() !== "");
  const { text, rest = "" } = summary.exec(lines[first] ?? "")?.groups ?? {};
  return text === undefined
    ? blocksHtml(lines.join("\n"), within)
    : `<summary>${inlineHtml(text, within.notes)}</summary>` +
        blocksHtml([rest, ...lines.slice(first + 1)].join("\n"), within);
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

function listAt(lines: readonly string[], at: number, within: Within): Block {
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
  const html = items.map((inner) => `<li>${itemHtml(inner, within)}</li>`).join("");
  return { html: `<${tag}>${html}</${tag}>`, next };
}

function belongsToItem(lines: readonly string[], at: number, indent: number): boolean {
  const line = lineAt(lines, at);
  return line.trim() === ""
    ? leadingSpaces(lineAt(lines, at + 1)) > indent + 1
    : leadingSpaces(line) > indent + 1;
}

function itemHtml(inner: readonly string[], within: Within): string {
  const [text = "", ...rest] = inner;
  const more = rest.length > 0 ? blocksHtml(rest.join("\n"), within) : "";
  const marked = text.replace(/^\[ \] /u, "☐ ").replace(/^\[[xX]\] /u, "☑ ");
  return inlineHtml(marked, within.notes) + more;
}

function paragraphAt(lines: readonly string[], at: number, { notes }: Within): Block {
  let next = at + 1;
  while (next < lines.length && !startsBlock(lineAt(lines, next))) {
    next += 1;
  }
  const { label, text: first = lineAt(lines, at) } = footnote.exec(lineAt(lines, at))?.groups ?? {};
  const text = [first, ...lines.slice(at + 1, next)].join("\n");
  const html = inlineHtml(text, notes).split("\n").map(withBreak).join("\n");
  const start = label === undefined ? "<p>" : `<p class="note"><sup>${escapeHtml(label)}</sup> `;
  return { html: `${start}${html}</p>`, next };
}

function withBreak(line: string, index: number, all: readonly string[]): string {
  return index < all.length - 1 && line.endsWith("  ") ? `${line.trimEnd()}<br>` : line;
}

function startsBlock(line: string): boolean {
  return (
    line.trim() === "" ||
    fenceIn(line) !== undefined ||
    heading.test(line) ||
    quote.test(line) ||
    detailsStart.test(line) ||
    footnote.test(line) ||
    item.test(line)
  );
}

function leadingSpaces(line: string): number {
  return line.length - line.trimStart().length;
}

function lineAt(lines: readonly string[], at: number): string {
  return lines[at] ?? "";
}
