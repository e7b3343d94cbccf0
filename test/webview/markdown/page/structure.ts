/** A tree that says what a reader gets, in the same words for our drawing and for a reference's HTML. */
export type Structure = string | readonly [string, ...Structure[]];

/** The structure that the renderer has drawn. */
export function drawnStructure(container: Element): Structure[] {
  return tidy(nodesOf(container).flatMap(drawn));
}

function drawn(node: ChildNode): Structure[] {
  if (!(node instanceof HTMLElement)) {
    return [node.textContent ?? ""];
  }
  for (const [selector, convert] of drawnKinds) {
    if (node.matches(selector)) {
      return convert(node);
    }
  }
  return [[node.localName, ...children(node, drawn)]];
}

const drawnKinds: readonly (readonly [string, (element: HTMLElement) => Structure[]])[] = [
  [
    ".md-page, .md-group, .md-unlinked, .md-table-scroll, .md-table-block, thead, tbody",
    (e) => nodesOf(e).flatMap(drawn),
  ],
  [".md-table-frame", (e) => [["table", ...nodesOf(e).flatMap(drawn)]]],
  [".md-table", (e) => nodesOf(e).flatMap(drawn)],
  [".md-address, colgroup", () => []],
  [".md-html", (e) => [["html", withoutIndent(e.textContent ?? "")]]],
  ["code", (e) => [["code", e.textContent ?? ""]]],
  [".md-code", (e) => [["pre", linesOf(e).trimEnd()]]],
  [".md-image", (e) => [["image", textIn(e, ".md-image-alt"), e.lastChild?.textContent ?? ""]]],
  [".md-task-box", (e) => [["task", String(e.matches(":checked"))]]],
  ["a", (e) => [["link", normalAddress(e), ...children(e, drawn)]]],
  [
    "ul, ol",
    (e) => [
      listOf(
        e,
        e.matches(".md-loose:has(> li > p:not(.md-html), > .md-group > li > p:not(.md-html))"),
        drawn,
      ),
    ],
  ],
  ["th, td", (e) => [[e.localName, alignmentOf(e), ...children(e, drawn)]]],
];

function alignmentOf({ classList }: HTMLElement): string {
  return ["left", "center", "right"].find((side) => classList.contains(`md-${side}`)) ?? "";
}

/** White space around the lines of raw HTML does not count. */
function withoutIndent(text: string): string {
  return text.trim().replaceAll(/[ \t]*\n[ \t\n]*/g, "\n");
}

function linesOf(code: HTMLElement): string {
  return Array.from(code.querySelectorAll(".md-chunk"), (chunk) => chunk.textContent).join("\n");
}

/** The structure of a reference's HTML, in which raw HTML is escaped. */
export function referenceStructure(container: Element): Structure[] {
  return tidy(nodesOf(container).flatMap(referenceBlock));
}

function referenceBlock(node: ChildNode): Structure[] {
  if (!(node instanceof HTMLElement)) {
    const text = withoutIndent(node.textContent ?? "");
    return text === "" ? [] : [["html", text]];
  }
  return reference(node);
}

function reference(node: ChildNode): Structure[] {
  if (!(node instanceof HTMLElement)) {
    return withLineBreaks(node.textContent ?? "");
  }
  for (const [selector, convert] of referenceKinds) {
    if (node.matches(selector)) {
      return convert(node);
    }
  }
  return [[node.localName, ...children(node, reference)]];
}

const referenceKinds: readonly (readonly [string, (element: HTMLElement) => Structure[]])[] = [
  ["thead, tbody", (e) => nodesOf(e).flatMap(reference)],
  ["pre", (e) => [["pre", (e.textContent ?? "").trimEnd()]]],
  ["code", (e) => [["code", e.textContent ?? ""]]],
  ["img", (e) => [["image", e.getAttribute("alt") ?? "", e.getAttribute("src") ?? ""]]],
  ["input", (e) => [["task", String(e.matches(":checked"))]]],
  ["blockquote", (e) => [["blockquote", ...tidy(nodesOf(e).flatMap(referenceBlock))]]],
  ["ul, ol", (e) => [listOf(e, e.querySelector(":scope > li > p") !== null, reference)]],
  ["th, td", (e) => [[e.localName, e.getAttribute("align") ?? "", ...children(e, reference)]]],
  ["a", referenceLink],
];

function referenceLink(link: HTMLElement): Structure[] {
  const address = link.getAttribute("href") ?? "";
  const content = children(link, reference);
  const isSafe = /^(?:https?|mailto):/i.test(address) && URL.canParse(address);
  return isSafe ? [["link", normalAddress(link), ...content]] : content;
}

/** Brackets may be percent-encoded or not. */
function normalAddress(link: HTMLElement): string {
  const { href } = new URL(link.getAttribute("href") ?? "");
  return href.replaceAll(/%5B/gi, "[").replaceAll(/%5D/gi, "]");
}

/** A tight list's paragraphs are nothing but their content. */
function listOf(
  list: HTMLElement,
  isLoose: boolean,
  convert: (node: ChildNode) => Structure[],
): Structure {
  const first = list.getAttribute("start") ?? "1";
  const items = nodesOf(list)
    .flatMap((node) =>
      node instanceof Element && node.matches(".md-group") ? nodesOf(node) : [node],
    )
    .filter((node) => node instanceof HTMLLIElement)
    .map((item): Structure => ["li", ...itemContent(item, isLoose, convert)]);
  return [list.localName, first, isLoose ? "loose" : "tight", ...items];
}

function itemContent(
  item: HTMLElement,
  isLoose: boolean,
  convert: (node: ChildNode) => Structure[],
): Structure[] {
  const content: Structure[] = nodesOf(item)
    .flatMap((node) =>
      node instanceof Element && node.matches(".md-group") ? nodesOf(node) : [node],
    )
    .flatMap((node) =>
      !isLoose && node instanceof HTMLParagraphElement && !node.matches(".md-html")
        ? [...tidy(nodesOf(node).flatMap(convert)), "\n"]
        : isLoose && node instanceof Text
          ? referenceBlock(node)
          : convert(node),
    );
  return tidy(content.map((part) => (isLoose || part[0] !== "html" ? part : (part[1] ?? ""))));
}

function children(element: HTMLElement, convert: (node: ChildNode) => Structure[]): Structure[] {
  return tidy(nodesOf(element).flatMap(convert));
}

function nodesOf(element: Element): ChildNode[] {
  return [...element.childNodes];
}

function textIn(element: Element, selector: string): string {
  return element.querySelector(selector)?.textContent ?? "";
}

/** The one tag that the renderer obeys. */
function withLineBreaks(text: string): Structure[] {
  return text
    .split(/<br[ \t]*\/?>/i)
    .flatMap((part, index): Structure[] => (index === 0 ? [part] : [["br"], part]));
}

/** Joins neighbouring texts and drops white space that is not seen. */
function tidy(parts: readonly Structure[]): Structure[] {
  const joined: Structure[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === "string" && typeof last === "string") {
      joined[joined.length - 1] = last + part;
    } else if (last?.[0] === "html" && part[0] === "html") {
      joined[joined.length - 1] = ["html", `${textOf(last)}\n${textOf(part)}`];
    } else {
      joined.push(part);
    }
  }
  return joined
    .map((part, index) => {
      if (typeof part !== "string") {
        return part;
      }
      let text = part.replaceAll(/[ \t]*\n[ \t\n]*/g, "\n");
      const before = joined[index - 1];
      const after = joined[index + 1];
      text = isInline(before) ? text : text.trimStart();
      return isInline(after) ? text : text.trimEnd();
    })
    .filter((part) => part !== "");
}

function textOf(part: Structure): string {
  return String(part[1]);
}

const inlineKinds = new Set(["em", "strong", "del", "code", "link", "image"]);

function isInline(part: Structure | undefined): boolean {
  return Array.isArray(part) && inlineKinds.has(part[0] as string);
}

/** Every node as it is, text nodes kept apart: what must not depend on how the text was cut. */
export function fingerprint(node: Node): string {
  if (!(node instanceof Element)) {
    return JSON.stringify(node.textContent);
  }
  const attributes = Array.from(node.attributes, ({ name, value }) => `${name}=${value}`).filter(
    (attribute) => !attribute.startsWith("style=") && attribute !== "class=md-page md-page-full",
  );
  const shown = attributes
    .map((attribute) => attribute.replace(" md-table-block-full", ""))
    .filter((attribute) => attribute !== "class=md-page");
  return `<${node.localName} ${shown.toSorted().join(" ")}>${Array.from(node.childNodes, fingerprint).join("")}</>`;
}
