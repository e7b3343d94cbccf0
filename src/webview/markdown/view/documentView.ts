import type { BlockSink } from "../blocks/blockParser.ts";
import type { ContainerStart, LeafStart, LinePlan } from "../blocks/blockTypes.ts";
import type { Definition } from "../blocks/definitions.ts";
import { DiagramBlock } from "../diagrams/diagramBlock.ts";
import type { MarkdownLabels } from "../markdownHost.ts";
import { MathLeaf } from "../math/mathLeaf.ts";
import type { MathPainter } from "../math/mathPainter.ts";
import { CodeBlock, type CodeTools } from "./codeBlock.ts";
import { parseCodeInfo } from "./codeInfo.ts";
import { GroupedContainer, type ContainerView } from "./containers.ts";
import { element } from "./dom.ts";
import { footnoteDefinition } from "./footnotes.ts";
import { InlineLeaf } from "./inlineLeaf.ts";
import type { InlineTools } from "./inlineText.ts";
import type { LeafView } from "./leafView.ts";
import type { Pages } from "./pages.ts";
import { HtmlLeaf, RuleLeaf } from "./plainLeaves.ts";
import { TableView } from "./tableView.ts";

/** The offset of headings: `#` becomes level 3. */
const HEADING_LEVEL_OFFSET = 2;

export interface ViewTools {
  readonly pages: Pages;
  readonly inline: InlineTools;
  readonly code: CodeTools;
  readonly labels: MarkdownLabels;
  readonly math: MathPainter;
  readonly onGrow: () => void;
}

interface Preview {
  readonly key: string;
  readonly added: { readonly parent: ContainerView; readonly block: HTMLElement } | undefined;
  readonly containers: GroupedContainer[];
  readonly leaf: LeafView | undefined;
  length: number;
}

export class DocumentView implements BlockSink {
  readonly #tools: ViewTools;
  readonly #containers: GroupedContainer[] = [];
  #leaf: LeafView | undefined;
  #preview: Preview | undefined;
  /** True if the committed line opened an item, which may be a task. */
  #isInNewItem = false;
  /** True if the committed line opened a quote, which may be an alert. */
  #isInNewQuote = false;

  constructor(tools: ViewTools) {
    this.#tools = tools;
  }

  showPart(plan: LinePlan, text: string): void {
    if (plan.leaf.kind === "open" && this.#leaf instanceof InlineLeaf && this.#leaf.mayVanish) {
      return;
    }
    const key = keyOf(plan);
    if (this.#preview?.key !== key) {
      this.hidePart();
      this.#preview = this.#startPreview(plan, key);
    }
    this.extendPart(text.slice(this.#preview.length));
  }

  extendPart(text: string): void {
    if (this.#preview) {
      this.#preview.leaf?.append(text);
      this.#preview.length += text.length;
    }
  }

  get partLength(): number {
    return this.#preview?.length ?? 0;
  }

  hidePart(): void {
    const preview = this.#preview;
    this.#preview = undefined;
    if (preview?.added) {
      preview.added.parent.remove(preview.added.block);
    } else {
      preview?.leaf?.dropLine();
    }
  }

  /** Call before the parser commits a whole line. */
  startLine(plan: LinePlan): void {
    if (this.#preview && this.#preview.key !== keyOf(plan)) {
      this.hidePart();
    }
  }

  endLine(): void {
    this.#preview = undefined;
    this.#isInNewItem = false;
    this.#isInNewQuote = false;
  }

  draw(): void {
    (this.#preview?.leaf ?? this.#leaf)?.draw();
  }

  closeLeaf(text?: string): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    leaf?.close(text);
    if (leaf && text?.trim() === "") {
      this.#innermost().remove(leaf.element);
    }
  }

  closeContainers(keep: number): void {
    this.#containers.splice(keep);
  }

  openContainer(start: ContainerStart): void {
    const shown = this.#preview?.containers.shift();
    const container = shown ?? new GroupedContainer(start, this.#tools.labels);
    if (!shown) {
      this.#innermost().add(container.element);
    }
    this.#containers.push(container);
    if (start.kind === "footnote") {
      this.#tools.inline.lexer.define(footnoteDefinition(start.label));
    }
    this.#isInNewItem = start.kind === "item";
    this.#isInNewQuote = start.kind === "quote";
  }

  openLeaf(start: LeafStart): void {
    const shown = this.#preview?.leaf;
    this.#leaf = shown ?? this.#createLeaf(start, this.#newContainer, this.#containers.length > 0);
    if (!shown) {
      this.#innermost().add(this.#leaf.element);
    }
  }

  addText(text: string): void {
    this.#leaf?.append(text.slice(this.partLength));
    this.#leaf?.endLine();
  }

  underline(level: number, text?: string): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (leaf instanceof InlineLeaf) {
      leaf.become(createHeading(level, this.#containers.length > 0));
      leaf.close(text);
    }
  }

  loosen(index: number): void {
    this.#containers[index]?.element.classList.add("md-loose");
  }

  define(definition: Definition): void {
    this.#tools.inline.lexer.define(definition);
  }

  #startPreview(plan: LinePlan, key: string): Preview {
    const { leaf: step } = plan;
    if (step.kind !== "open") {
      return { key, added: undefined, containers: [], leaf: this.#leaf, length: 0 };
    }
    const parent = this.#containers[plan.keep - 1] ?? this.#tools.pages;
    const containers = plan.opens.map((start) => new GroupedContainer(start, this.#tools.labels));
    const leaf = this.#createLeaf(
      step.leaf,
      plan.opens.at(-1)?.kind,
      plan.keep + plan.opens.length > 0,
    );
    const chain = [...containers, leaf];
    for (const [index, container] of containers.entries()) {
      container.add(chain[index + 1]?.element ?? leaf.element);
    }
    const block = chain[0]?.element ?? leaf.element;
    parent.add(block);
    return { key, added: { parent, block }, containers, leaf, length: 0 };
  }

  get #newContainer(): ContainerStart["kind"] | undefined {
    return this.#isInNewItem ? "item" : this.#isInNewQuote ? "quote" : undefined;
  }

  #innermost(): ContainerView {
    return this.#containers.at(-1) ?? this.#tools.pages;
  }

  #codeLeaf({ info, fence }: LeafStart & { readonly kind: "code" }): LeafView {
    const { code, labels, onGrow } = this.#tools;
    const codeInfo = parseCodeInfo(info);
    const block = new CodeBlock(codeInfo, fence === undefined, code);
    return codeInfo.language === "mermaid" ? new DiagramBlock(block, { labels, onGrow }) : block;
  }

  #createLeaf(
    start: LeafStart,
    opened: ContainerStart["kind"] | undefined,
    isInside: boolean,
  ): LeafView {
    const { inline, labels } = this.#tools;
    switch (start.kind) {
      case "paragraph":
        return new InlineLeaf(paragraphKind(opened), directed(element("p"), isInside), inline);
      case "summary":
        return new InlineLeaf("heading", element("summary", "md-summary"), inline);
      case "heading":
        return new InlineLeaf("heading", createHeading(start.level, isInside), inline);
      case "rule":
        return new RuleLeaf();
      case "html":
        return new HtmlLeaf();
      case "math":
        return new MathLeaf(this.#tools.math);
      case "code":
        return this.#codeLeaf(start);
      default:
        return new TableView(start.header, start.alignments, {
          inline,
          label: labels.table,
          measureLater: this.#tools.pages.measureLater,
        });
    }
  }
}

function paragraphKind(
  opened: ContainerStart["kind"] | undefined,
): "paragraph" | "firstOfItem" | "firstOfQuote" {
  switch (opened) {
    case "item":
      return "firstOfItem";
    case "quote":
      return "firstOfQuote";
    default:
      return "paragraph";
  }
}

/** Inside a container the style sheet finds the direction: a container with `dir="auto"` skips elements that have `dir`. */
function directed(block: HTMLElement, isInside: boolean): HTMLElement {
  if (!isInside) {
    block.dir = "auto";
  }
  return block;
}

function createHeading(level: number, isInside: boolean): HTMLElement {
  const tags = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;
  const heading = element(tags[level - 1] ?? "h6", "md-heading");
  heading.setAttribute("aria-level", String(level + HEADING_LEVEL_OFFSET));
  return directed(heading, isInside);
}

function keyOf({ keep, opens, leaf }: LinePlan): string {
  const kinds = opens.map((start) =>
    start.kind === "list" ? `${start.kind}${start.marker}${start.first}` : start.kind,
  );
  if (leaf.kind !== "open") {
    return `${keep} ${leaf.kind}`;
  }
  const { leaf: start } = leaf;
  const detail =
    start.kind === "heading" ? start.level : start.kind === "code" ? start.fence?.length : "";
  return `${keep} ${kinds.join(",")} ${start.kind}${detail}`;
}
