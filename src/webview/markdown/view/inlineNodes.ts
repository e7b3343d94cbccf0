import type { Token, Tokens } from "marked";

import { decodeReferences } from "../inline/characters.ts";
import type { MarkdownLabels } from "../markdownHost.ts";
import type { MathPainter } from "../math/mathPainter.ts";
import { mathOf } from "../math/mathSyntax.ts";
import { element, icon } from "./dom.ts";
import { createFootnoteMark, footnoteOf } from "./footnotes.ts";
import { safeHref } from "./links.ts";

type InlineToken =
  | Tokens.Br
  | Tokens.Codespan
  | Tokens.Del
  | Tokens.Em
  | Tokens.Escape
  | Tokens.Image
  | Tokens.Link
  | Tokens.Strong
  | Tokens.Tag
  | Tokens.Text;

const inlineTypes: ReadonlySet<string> = new Set<InlineToken["type"]>([
  "br",
  "codespan",
  "del",
  "em",
  "escape",
  "html",
  "image",
  "link",
  "strong",
  "text",
]);

function isInline(token: Token): token is InlineToken {
  return inlineTypes.has(token.type);
}

/** The deepest spans; deeper ones are plain text. */
const MAX_DEPTH = 32;
const lineBreakTag = /^<br[ \t]*\/?>$/i;

/** Draws inline text. A hostile source cannot load, run or name anything. */
export class InlineDrawer {
  readonly #labels: MarkdownLabels;
  readonly #math: MathPainter;
  #depth = 0;
  /** The kind of link around the text: a link contains no link, and an automatic link contains literal text. */
  #link: "none" | "link" | "literal" = "none";

  constructor(labels: MarkdownLabels, math: MathPainter) {
    this.#labels = labels;
    this.#math = math;
  }

  draw(tokens: readonly Token[]): DocumentFragment {
    const fragment = document.createDocumentFragment();
    this.#all(fragment, tokens);
    return fragment;
  }

  #all(parent: Node, tokens: readonly Token[]): void {
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      const math = token && mathOf(token);
      const end = token ? endOfTag(tokens, at) : undefined;
      if (end !== undefined && token) {
        this.#span(parent, element(tagOf(token)), tokens.slice(at + 1, end));
        at = end;
      } else if (math) {
        parent.appendChild(this.#math.create(math));
      } else if (token && isInline(token)) {
        this.#one(parent, token);
      }
    }
  }

  #one(parent: Node, token: InlineToken): void {
    switch (token.type) {
      case "strong":
      case "em":
      case "del":
        this.#span(parent, element(token.type), token.tokens);
        break;
      case "codespan":
        this.#codeSpan(parent, token.text);
        break;
      case "link":
        this.#anchor(parent, token);
        break;
      case "image":
        this.#image(parent, token);
        break;
      case "br":
        parent.appendChild(element("br"));
        break;
      case "html":
        this.#html(parent, token.text);
        break;
      default:
        addText(parent, this.#link === "literal" ? textOf(token) : decodeReferences(textOf(token)));
    }
  }

  #span(parent: Node, span: HTMLElement, tokens: readonly Token[]): void {
    const isTooDeep = this.#depth >= MAX_DEPTH;
    this.#depth += 1;
    this.#all(isTooDeep ? parent : span, tokens);
    this.#depth -= 1;
    if (!isTooDeep) {
      parent.appendChild(span);
    }
  }

  #codeSpan(parent: Node, text: string): void {
    const code = element("code", "md-code-span");
    code.dir = "ltr";
    this.#literal(parent, code, text);
  }

  #literal(parent: Node, span: HTMLElement, text: string): void {
    span.append(text);
    parent.appendChild(span);
  }

  /** Draws raw HTML as text, except a line break, which table cells need. */
  #html(parent: Node, text: string): void {
    if (lineBreakTag.test(text)) {
      parent.appendChild(element("br"));
    } else {
      addText(parent, text);
    }
  }

  #anchor(parent: Node, token: Tokens.Link): void {
    const footnote = this.#link === "none" ? footnoteOf(token.raw, token.href) : undefined;
    if (footnote !== undefined) {
      parent.appendChild(createFootnoteMark(footnote, this.#labels));
      return;
    }
    const address = token.autolink ? token.href : decodeReferences(token.href);
    const href = this.#link === "none" ? safeHref(address) : undefined;
    const outer = this.#link;
    this.#link = token.autolink ? "literal" : "link";
    if (href === undefined) {
      this.#span(parent, element("span", "md-unlinked"), token.tokens);
      this.#address(parent, token, address);
    } else {
      this.#span(parent, linkTo(href, decodeReferences(token.title ?? "")), token.tokens);
      this.#realHost(parent, href);
    }
    this.#link = outer;
  }

  #address(parent: Node, token: Tokens.Link, address: string): void {
    if (token.text !== address && address !== "") {
      this.#literal(parent, element("span", "md-address"), ` (${address})`);
    }
  }

  #realHost(parent: Node, href: string): void {
    const { username, password, host } = new URL(href);
    if (username !== "" || password !== "") {
      this.#literal(parent, element("span", "md-address"), ` (→ ${host})`);
    }
  }

  /** Draws a placeholder with the image's text; images are never loaded. */
  #image(parent: Node, token: Tokens.Image): void {
    const address = decodeReferences(token.href);
    const alternative = plainText(token.tokens);
    const placeholder = element("span", "md-image");
    placeholder.append(icon("file-media"));
    this.#literal(placeholder, element("span", "md-image-label"), this.#labels.imageNotLoaded);
    if (alternative !== "") {
      this.#literal(placeholder, element("span", "md-image-alt"), alternative);
    }
    const href = this.#link === "none" ? safeHref(address) : undefined;
    const shown = href === undefined ? element("span", "md-address") : linkTo(href, "");
    this.#literal(placeholder, shown, address);
    if (href !== undefined) {
      this.#realHost(placeholder, href);
    }
    parent.appendChild(placeholder);
  }
}

type DrawnTag = "kbd" | "sub" | "sup";
const drawnTag = /^<(\/?)(kbd|sub|sup)>$/i;

function tagOf(token: Token): DrawnTag {
  const name = drawnTag.exec(token.raw)?.[2]?.toLowerCase();
  return name === "sub" || name === "sup" ? name : "kbd";
}

function endOfTag(tokens: readonly Token[], at: number): number | undefined {
  const opening = tokens[at];
  const match = opening?.type === "html" ? drawnTag.exec(opening.raw) : null;
  if (match?.[1] !== "") {
    return undefined;
  }
  const close = `</${match[2]?.toLowerCase() ?? ""}>`;
  const end = tokens.findIndex(
    ({ type, raw }, index) => index > at && type === "html" && raw.toLowerCase() === close,
  );
  return end === -1 ? undefined : end;
}

function linkTo(href: string, title: string): HTMLAnchorElement {
  const link = element("a", "md-link");
  link.href = href;
  link.title = title === "" ? href : `${href}\n${title}`;
  return link;
}

function addText(parent: Node, text: string): void {
  const last = parent.lastChild;
  if (last instanceof Text) {
    last.appendData(text);
  } else {
    parent.appendChild(document.createTextNode(text));
  }
}

function textOf(token: InlineToken): string {
  return "text" in token ? token.text : token.raw;
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .filter(isInline)
    .map((token) => {
      if ("tokens" in token && token.tokens) {
        return plainText(token.tokens);
      }
      return token.type === "br" ? "\n" : decodeReferences(textOf(token));
    })
    .join("");
}
