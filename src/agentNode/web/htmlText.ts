import { Parser } from "htmlparser2";

/** Deeper pages are cut: the parser's time grows with the square of the depth. */
const maxDepth = 500;
const chunk = 16_384;
/** Elements without text for readers. */
const silent = new Set(
  "script style noscript template svg math iframe object canvas nav select datalist".split(" "),
);
const blocks = new Set(
  (
    "address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 " +
    "h4 h5 h6 header hr li main ol p pre section summary table tbody td tfoot th thead title tr ul"
  ).split(" "),
);
/** A `main` element with less text than this is ignored. */
const minMain = 200;

export interface HtmlText {
  readonly text: string;
  /** The page was nested too deeply, so the rest is missing. */
  readonly isCut: boolean;
}

/** The text of an HTML page; of its `main` part if it has one. In linear time. */
export function htmlText(html: string): HtmlText {
  const page = new PageText();
  const parser = new Parser(page, { decodeEntities: true });
  for (let at = 0; at < html.length && !page.isTooDeep; at += chunk) {
    parser.write(html.slice(at, at + chunk));
    if (page.isTooDeep) {
      parser.pause();
    }
  }
  if (!page.isTooDeep) {
    parser.end();
  }
  return { text: page.text, isCut: page.isTooDeep };
}

class PageText {
  isTooDeep = false;
  readonly #all: string[] = [];
  readonly #main: string[] = [];
  #depth = 0;
  #silent = 0;
  #inMain = 0;
  #inPre = 0;

  get text(): string {
    const main = tidy(this.#main);
    return main.length >= minMain ? main : tidy(this.#all);
  }

  onopentag(name: string): void {
    this.#depth += 1;
    this.isTooDeep ||= this.#depth > maxDepth;
    this.#count(name, 1);
    this.#add(name === "li" ? "\n- " : breakOf(name));
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    this.#add(name === "br" ? "" : breakOf(name));
    this.#count(name, -1);
  }

  ontext(text: string): void {
    this.#add(this.#inPre > 0 ? text : text.replaceAll(/\s+/gu, " "));
  }

  #count(name: string, change: number): void {
    this.#silent += silent.has(name) ? change : 0;
    this.#inMain += name === "main" ? change : 0;
    this.#inPre += name === "pre" || name === "textarea" ? change : 0;
  }

  #add(text: string): void {
    if (text !== "" && this.#silent === 0 && !this.isTooDeep) {
      this.#all.push(text);
      if (this.#inMain > 0) {
        this.#main.push(text);
      }
    }
  }
}

function breakOf(name: string): string {
  if (name === "td" || name === "th") {
    return " ";
  }
  return name === "br" || blocks.has(name) ? "\n" : "";
}

function tidy(parts: readonly string[]): string {
  return parts
    .join("")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .replaceAll(/^ +(?=\S)/gmu, (blanks) => (blanks.length === 1 ? "" : blanks))
    .trim();
}
