import { HtmlRenderer, Parser, type Node as CommonMarkNode } from "commonmark";
import { micromark } from "micromark";
import {
  gfmAutolinkLiteral,
  gfmAutolinkLiteralHtml,
} from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough, gfmStrikethroughHtml } from "micromark-extension-gfm-strikethrough";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { gfmTaskListItem, gfmTaskListItemHtml } from "micromark-extension-gfm-task-list-item";

import { loadLanguage } from "../../../../src/webview/markdown/highlight/languages.ts";
import { StreamingMarkdown } from "../../../../src/webview/markdown/streamingMarkdown.ts";
import { drawnStructure, fingerprint, referenceStructure, type Structure } from "./structure.ts";
import { VirtualHost } from "./virtualHost.ts";

/** What a renderer of commonmark.js writes with. */
interface Writer {
  cr(): void;
  lit(text: string): void;
}

declare const trustedTypes: {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): string };
};

// The reference's HTML is parsed where it can do nothing; the page's policy allows this one name.
const policy = trustedTypes.createPolicy("hub-md", { createHTML: (html) => html });

/** What the tests call in the page. */
const markdownTest = {
  /** Draws a text in these parts, one frame after each. */
  draw(parts: readonly string[]): { structure: Structure[]; fingerprint: string } {
    const { container } = stream(parts);
    const result = { structure: drawnStructure(container), fingerprint: fingerprint(container) };
    container.remove();
    return result;
  },

  /** What CommonMark and GFM say the text is, by micromark. */
  reference(text: string): Structure[] {
    const html = micromark(text, {
      allowDangerousProtocol: true,
      extensions: [gfmTable(), gfmStrikethrough(), gfmTaskListItem(), gfmAutolinkLiteral()],
      htmlExtensions: [
        gfmTableHtml(),
        gfmStrikethroughHtml(),
        gfmTaskListItemHtml(),
        gfmAutolinkLiteralHtml(),
      ],
    });
    return structureOf(html);
  },

  /** What CommonMark alone says the text is, by its own reference implementation. */
  commonmark(text: string): Structure[] {
    const renderer = Object.assign(new HtmlRenderer(), {
      html_block(this: Writer, node: CommonMarkNode) {
        this.cr();
        this.lit(escapeHtml(node.literal ?? ""));
        this.cr();
      },
      html_inline(this: Writer, node: CommonMarkNode) {
        this.lit(escapeHtml(node.literal ?? ""));
      },
    });
    return structureOf(renderer.render(new Parser().parse(text)));
  },

  /** Draws whole or in these parts, and stays in the page. */
  show: stream,

  /** Draws a text that is known as a whole, as after opening a conversation; what one frame draws at first, and all. */
  restore(text: string): { first: string; structure: Structure[] } {
    const { container, host, markdown } = start();
    markdown.append(text);
    markdown.finish();
    host.frame();
    const first = container.textContent;
    host.settle();
    const result = { first, structure: drawnStructure(container) };
    container.remove();
    return result;
  },

  /** Starts a document in the page; each look at the clock takes `tick` milliseconds. */
  start,

  /** HTML that is parsed where it can do nothing. */
  trusted: (html: string): string => policy.createHTML(html),

  loadLanguage: async (language: string): Promise<void> => {
    await loadLanguage(language);
  },
};

interface Shown {
  readonly container: HTMLElement;
  readonly host: VirtualHost;
  readonly markdown: StreamingMarkdown;
}

function structureOf(html: string): Structure[] {
  const parsed = new DOMParser().parseFromString(policy.createHTML(html), "text/html");
  return referenceStructure(parsed.body);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function start(tick = 0): Shown {
  const container = document.createElement("div");
  document.querySelector("#root")?.append(container);
  const host = new VirtualHost(tick);
  return { container, host, markdown: new StreamingMarkdown(container, host) };
}

function stream(parts: readonly string[]): Shown {
  const shown = start();
  for (const part of parts) {
    shown.markdown.append(part);
    shown.host.frame();
  }
  shown.markdown.finish();
  shown.host.settle();
  return shown;
}

export type MarkdownTest = typeof markdownTest;

Object.assign(globalThis, { markdownTest });
