import { __renderToDomTree as renderToTree } from "katex";

import { copyFormulasAsSource } from "./copyFormulas.ts";

declare module "katex" {
  /** The tree before rendering. KaTeX exports it, but its types lack it. */
  // oxlint-disable-next-line no-underscore-dangle -- its name there
  export function __renderToDomTree(tex: string, options: object): unknown;
}

const mathMl = "http://www.w3.org/1998/Math/MathML";
/** The deepest formula; the browser lays out nested elements by recursion. */
const maxDepth = 80;
const maxElements = 4000;

/** MathML Core elements that cannot load, link, run or style. */
const elements = new Set(
  "math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose merror".split(
    " ",
  ),
);
const attributes = new Set(
  "accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle encoding fence form height largeop linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width".split(
    " ",
  ),
);

interface TreeNode {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly character?: unknown;
  readonly width?: unknown;
  readonly attributes?: unknown;
  readonly children?: unknown;
}

/** Built of nodes, never from HTML text. Undefined if KaTeX cannot parse the TeX or the result is too large. */
export function drawMath(tex: string, isDisplay: boolean): Element | undefined {
  copyFormulasAsSource();
  try {
    const tree: unknown = renderToTree(tex, {
      output: "mathml",
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      strict: "ignore",
      maxExpand: 200,
      maxSize: 20,
    });
    const builder = new Builder();
    const [math] = childrenOf(tree);
    const built = math && builder.build(math, 0);
    return built instanceof Element ? built : undefined;
  } catch {
    // Not TeX, or too large: the source is shown.
    return undefined;
  }
}

class Builder {
  #count = 0;

  build(node: TreeNode, depth: number): Node | undefined {
    this.#count += 1;
    if (depth > maxDepth || this.#count > maxElements) {
      throw new RangeError("A formula larger than anyone writes");
    }
    if (typeof node.text === "string") {
      return document.createTextNode(node.text);
    }
    if ("character" in node && typeof node.width === "number") {
      return spaceOf(node.width);
    }
    const { type } = node;
    if (typeof type !== "string" || !elements.has(type)) {
      return this.#group(node, depth);
    }
    const element = document.createElementNS(mathMl, type);
    for (const [name, value] of attributesOf(node)) {
      element.setAttribute(name, value);
    }
    this.#fill(element, node, depth);
    if (type === "mtable") {
      markColumns(element);
    }
    return element;
  }

  #group(node: TreeNode, depth: number): Node {
    const row = document.createElementNS(mathMl, "mrow");
    this.#fill(row, node, depth);
    return row;
  }

  #fill(parent: Element, node: TreeNode, depth: number): void {
    for (const child of childrenOf(node)) {
      const built = this.build(child, depth + 1);
      const last = parent.lastChild;
      // One text node, so that a screen reader does not read each letter as a word.
      if (built instanceof Text && last instanceof Text) {
        last.appendData(built.data);
      } else if (built) {
        parent.append(built);
      }
    }
  }
}

/** MathML Core has no attributes for the columns of a table; classes carry them to the style sheet. */
function markColumns(table: Element): void {
  const alignments = wordsOf(table, "columnalign");
  const spaces = wordsOf(table, "columnspacing");
  for (const row of table.children) {
    for (const [column, cell] of [...row.children].entries()) {
      const alignment = alignments[column] ?? alignments.at(-1);
      if (alignment === "left" || alignment === "right") {
        cell.classList.add(alignment);
      }
      if (parseFloat(spaces[column] ?? spaces.at(-1) ?? "1") === 0) {
        cell.classList.add("joined");
      }
    }
  }
}

function wordsOf(table: Element, attribute: string): readonly string[] {
  return (table.getAttribute(attribute) ?? "").split(/\s+/u).filter((word) => word !== "");
}

function spaceOf(width: number): Element {
  const space = document.createElementNS(mathMl, "mspace");
  space.setAttribute("width", `${width}em`);
  return space;
}

function attributesOf({ attributes: given }: TreeNode): readonly (readonly [string, string])[] {
  return typeof given === "object" && given !== null
    ? Object.entries(given).flatMap(([name, value]) =>
        attributes.has(name) && (typeof value === "string" || typeof value === "number")
          ? [[name, String(value)] as const]
          : [],
      )
    : [];
}

function childrenOf(node: unknown): readonly TreeNode[] {
  return typeof node === "object" &&
    node !== null &&
    "children" in node &&
    Array.isArray(node.children)
    ? node.children.filter(isTreeNode)
    : [];
}

function isTreeNode(node: unknown): node is TreeNode {
  return typeof node === "object" && node !== null;
}
