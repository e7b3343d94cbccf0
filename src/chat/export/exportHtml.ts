import type {
  AssistantMessage,
  Conversation,
  Message,
} from "../../shared/conversation/conversation.ts";
import { visiblePath } from "../../shared/conversation/transcript.ts";
import { escapeHtml } from "../../shared/text/escapeHtml.ts";
import { exportCss } from "./exportCss.ts";
import type { ExportWords } from "./exportWords.ts";
import { markdownHtml } from "./markdownHtml.ts";
import { type MaskTally, shareable } from "./shareable.ts";

/** Offline: no script, no external request, all text escaped, and a content security policy for its own style sheet. */
export async function exportHtml(
  conversation: Conversation,
  words: ExportWords,
  tally?: MaskTally,
): Promise<string> {
  const shared = shareable(conversation, tally);
  const title = escapeHtml(shared.title ?? "AI Hub");
  const dates = new Intl.DateTimeFormat(words.locale, { dateStyle: "long", timeStyle: "short" });
  const articles = visiblePath(shared).map((message) => article(message, words, dates));
  const policy = `default-src 'none'; style-src '${await hashOf(exportCss)}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(words.locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${exportCss}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${articles.join("\n")}
</main>
</body>
</html>
`;
}

function article(message: Message, words: ExportWords, dates: Intl.DateTimeFormat): string {
  const at = new Date(message.createdAt);
  const time = Number.isNaN(at.getTime())
    ? ""
    : `<time datetime="${at.toISOString()}">${escapeHtml(dates.format(at))}</time>`;
  const [author, body] =
    message.role === "user" ? [words.you, question(message, words)] : answer(message, words);
  return `<article class="${message.role}"><header><h2>${escapeHtml(author)}</h2>${time}</header>\n${body}\n</article>`;
}

function question(
  { text, attachments }: Extract<Message, { role: "user" }>,
  words: ExportWords,
): string {
  const items = attachments.map(({ path, startLine, endLine }) => {
    const lines = startLine === undefined ? "" : `:${startLine}-${endLine ?? startLine}`;
    return `<li>${escapeHtml(path + lines)}</li>`;
  });
  const list =
    items.length === 0
      ? ""
      : `<ul class="attached" aria-label="${escapeHtml(words.attached)}">${items.join("")}</ul>`;
  return `<p class="plain">${escapeHtml(text)}</p>${list}`;
}

function answer(message: AssistantMessage, words: ExportWords): readonly [string, string] {
  const note = message.state === "complete" ? "" : ` (${words.states[message.state]})`;
  return [
    `${message.answeredBy ?? message.model}${note}`,
    message.parts.map((part) => partHtml(part, words)).join("\n"),
  ];
}

function partHtml(part: AssistantMessage["parts"][number], words: ExportWords): string {
  switch (part.kind) {
    case "text":
      return markdownHtml(part.text, words);
    case "reasoning":
      return details(words.reasoning, markdownHtml(part.text, words));
    case "toolCall":
      return details(
        `${words.toolCall}: ${part.name}`,
        `<pre><code>${escapeHtml(part.arguments)}</code></pre>` +
          (part.result === undefined ? "" : `<pre><code>${escapeHtml(part.result)}</code></pre>`),
      );
    default:
      return part satisfies never;
  }
}

function details(summary: string, body: string): string {
  return `<details><summary>${escapeHtml(summary)}</summary>${body}</details>`;
}

async function hashOf(css: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(css));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
