import { type Disposable, toDisposable } from "../../shared/base/lifecycle.ts";

/** Only message text is searched, not names, buttons or figures. */
const contentSelector = ".plain-text, .markdown";
const skippedSelector = "button, [aria-hidden='true'], .unseen";
const blockSelector = "p, li, h1, h2, h3, h4, h5, h6, pre, td, th, blockquote, div, summary";

interface Piece {
  readonly node: Text;
  readonly start: number;
}

export class DrawnText {
  readonly messageId: string;
  readonly text: string;
  readonly #pieces: readonly Piece[];

  constructor(article: HTMLElement) {
    this.messageId = article.dataset["messageId"] ?? "";
    const pieces: Piece[] = [];
    let text = "";
    let block: Element | null = null;
    for (const node of textNodes(article)) {
      const own = node.parentElement?.closest(blockSelector) ?? null;
      text += block !== null && own !== block ? "\n" : "";
      block = own;
      pieces.push({ node, start: text.length });
      text += node.data;
    }
    this.text = text;
    this.#pieces = pieces;
  }

  /** False once code was coloured: it then has the same text in other nodes. */
  get isInPage(): boolean {
    return this.#pieces.every(({ node }) => node.isConnected);
  }

  range(start: number, end: number): Range | undefined {
    const first = this.#pieceAt(start);
    const last = this.#pieceAt(end - 1);
    if (!first || !last) {
      return undefined;
    }
    const range = document.createRange();
    range.setStart(first.node, Math.min(start - first.start, first.node.length));
    range.setEnd(last.node, Math.min(end - last.start, last.node.length));
    return range;
  }

  #pieceAt(offset: number): Piece | undefined {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#pieces[middle]?.start ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return this.#pieces[low];
  }
}

export function drawnTexts(): readonly DrawnText[] {
  const articles = document.querySelectorAll<HTMLElement>(".log [data-message-id]");
  return Array.from(articles, (article) => new DrawnText(article));
}

/** The same texts with the nodes that the page has now. */
export function renewed(texts: readonly DrawnText[]): readonly DrawnText[] {
  if (texts.every(({ isInPage }) => isInPage)) {
    return texts;
  }
  const now = new Map(drawnTexts().map((text) => [text.messageId, text]));
  return texts.map((old) => {
    const text = now.get(old.messageId);
    return text?.text === old.text ? text : old;
  });
}

/** Observes text nodes of answers that are replaced or added. */
export function onTextNodesChange(listener: () => void): Disposable {
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target instanceof Element && target.closest(".markdown"))) {
      listener();
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return toDisposable(() => observer.disconnect());
}

function textNodes(article: HTMLElement): readonly Text[] {
  const nodes: Text[] = [];
  for (const content of article.querySelectorAll(contentSelector)) {
    const walker = document.createTreeWalker(
      content,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
      (node) =>
        node instanceof Element && node.matches(skippedSelector)
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_ACCEPT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        nodes.push(node);
      }
    }
  }
  return nodes;
}
