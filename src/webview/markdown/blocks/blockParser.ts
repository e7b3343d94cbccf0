import type { ContainerStart, LeafStart, LeafStep, LinePlan } from "./blockTypes.ts";
import { takeDefinitions, type Definition } from "./definitions.ts";
import { planLine, type OpenLeaf } from "./linePlan.ts";

/** Receives blocks in document order. Indexes count open containers from the outermost. */
export interface BlockSink {
  /** `text` is set if it differs from the lines: leading definitions are not shown. */
  closeLeaf(text?: string): void;
  closeContainers(keep: number): void;
  openContainer(start: ContainerStart): void;
  openLeaf(leaf: LeafStart): void;
  addText(text: string): void;
  underline(level: number, text?: string): void;
  /** Called for a list with blank lines between or inside its items. */
  loosen(index: number): void;
  define(definition: Definition): void;
}

interface Container {
  readonly start: ContainerStart;
  isEmpty: boolean;
  isLoose: boolean;
  endLine: number;
  childEndLine: number;
}

/** Parses CommonMark §4 and §5 and GFM tables line by line; stores only open blocks. */
export class BlockParser {
  readonly #sink: BlockSink;
  readonly #document: Container = newContainer({ kind: "quote" }, 0);
  readonly #containers: Container[] = [];
  #leaf: OpenLeaf | undefined;
  #leafEndLine = 0;
  #line = 0;

  constructor(sink: BlockSink) {
    this.#sink = sink;
  }

  get leaf(): OpenLeaf | undefined {
    return this.#leaf;
  }

  get isBetweenBlocks(): boolean {
    return this.#leaf === undefined && this.#containers.length === 0;
  }

  plan(line: string): LinePlan {
    return planLine({ containers: this.#containers, leaf: this.#leaf }, line);
  }

  commit(plan: LinePlan): void {
    this.#line += 1;
    const { leaf: step } = plan;
    const isBlank = this.#isBlank(plan);
    if (step.kind === "text" || step.kind === "fenceEnd") {
      this.#continueLeaf(step);
    } else if (step.kind === "underline") {
      this.#underline(step.level);
    } else {
      this.#closeBlocks(plan.keep, step);
      this.#openBlocks(plan, step);
    }
    this.#extend(isBlank ? plan.marked : Infinity);
  }

  finish(): void {
    this.#closeBlocks(0, undefined);
  }

  /** Blank lines are content only in fenced code and in HTML. */
  #isBlank({ opens, leaf: step }: LinePlan): boolean {
    if (step.kind === "text") {
      return this.#leaf?.kind === "code" && !this.#leaf.fence && step.text.trim() === "";
    }
    return step.kind === "none" && opens.length === 0;
  }

  #continueLeaf(step: LeafStep & { readonly kind: "text" | "fenceEnd" }): void {
    if (step.kind === "fenceEnd") {
      this.#closeLeaf();
      return;
    }
    this.#sink.addText(step.text);
    if (step.fence) {
      this.#leaf = { kind: "code", fence: step.fence };
    } else if (this.#leaf?.kind === "paragraph") {
      this.#leaf = { kind: "paragraph", text: `${this.#leaf.text}\n${step.text}` };
    } else if (this.#leaf && endsWith(this.#leaf, step.text)) {
      this.#closeLeaf();
    }
  }

  #underline(level: number): void {
    this.#sink.underline(level, this.#takeDefinitions());
    this.#leaf = undefined;
    this.#leafEndLine = this.#line;
  }

  #closeBlocks(keep: number, step: LeafStep | undefined): void {
    const parent = this.#containers.at(-1) ?? this.#document;
    if (this.#leaf) {
      this.#closeLeaf(step?.kind === "table" ? step.before : undefined);
    }
    parent.childEndLine = Math.max(parent.childEndLine, this.#leafEndLine);
    if (this.#containers.length > keep) {
      this.#sink.closeContainers(keep);
      for (const closed of this.#containers.splice(keep).toReversed()) {
        const outer = this.#containers.at(-1) ?? this.#document;
        outer.childEndLine = Math.max(outer.childEndLine, closed.endLine);
      }
    }
  }

  #openBlocks(plan: LinePlan, step: LeafStep): void {
    if (plan.opens.length === 0 && step.kind === "none") {
      return;
    }
    this.#loosenAtGap();
    for (const start of plan.opens) {
      this.#openContainer(start);
    }
    if (step.kind === "open") {
      this.#openLeaf(step.leaf, step.text);
    } else if (step.kind === "table") {
      this.#openLeaf(step.leaf, undefined);
    }
  }

  /** Makes a list loose after a blank line before another child (CommonMark §5.3). */
  #loosenAtGap(): void {
    const parentIndex = this.#containers.length - 1;
    const parent = this.#containers[parentIndex];
    if (!parent || parent.isEmpty || parent.childEndLine >= this.#line - 1) {
      return;
    }
    const listIndex = parent.start.kind === "item" ? parentIndex - 1 : parentIndex;
    const list = this.#containers[listIndex];
    if (list?.start.kind === "list" && !list.isLoose) {
      list.isLoose = true;
      this.#sink.loosen(listIndex);
    }
  }

  #openContainer(start: ContainerStart): void {
    this.#markChild();
    this.#containers.push(newContainer(start, this.#line));
    this.#sink.openContainer(start);
  }

  #openLeaf(leaf: LeafStart, text: string | undefined): void {
    this.#markChild();
    this.#sink.openLeaf(leaf);
    if (text !== undefined) {
      this.#sink.addText(text);
    }
    this.#leafEndLine = this.#line;
    this.#leaf = openLeafOf(leaf, text ?? "");
    const isOneLine =
      this.#leaf === undefined || (leaf.kind === "html" && endsWith(leaf, text ?? ""));
    if (isOneLine) {
      this.#closeLeaf();
    }
  }

  #markChild(): void {
    const parent = this.#containers.at(-1);
    if (parent) {
      parent.isEmpty = false;
    }
  }

  #closeLeaf(paragraph?: string): void {
    if (this.#leaf?.kind === "paragraph" && paragraph !== undefined) {
      this.#leaf = { kind: "paragraph", text: paragraph };
    }
    this.#sink.closeLeaf(this.#takeDefinitions() ?? paragraph);
    this.#leaf = undefined;
  }

  /** The definitions at the paragraph's start; undefined if there are none. */
  #takeDefinitions(): string | undefined {
    if (this.#leaf?.kind !== "paragraph") {
      return undefined;
    }
    const { definitions, rest } = takeDefinitions(this.#leaf.text);
    for (const definition of definitions) {
      this.#sink.define(definition);
    }
    return definitions.length > 0 ? rest : undefined;
  }

  #extend(count: number): void {
    for (const container of this.#containers.slice(0, count)) {
      container.endLine = this.#line;
    }
    if (this.#leaf && count === Infinity) {
      this.#leafEndLine = this.#line;
    }
  }
}

function newContainer(start: ContainerStart, line: number): Container {
  return { start, isEmpty: true, isLoose: false, endLine: line, childEndLine: line };
}

function endsWith(leaf: OpenLeaf, line: string): boolean {
  return leaf.kind === "math"
    ? line.trimEnd().endsWith(leaf.close)
    : leaf.kind === "html" && leaf.end?.test(line) === true;
}

function openLeafOf(leaf: LeafStart, text: string): OpenLeaf | undefined {
  switch (leaf.kind) {
    case "paragraph":
      return { kind: "paragraph", text };
    case "code":
    case "html":
    case "table":
      return leaf;
    case "math":
      return leaf.isWhole ? undefined : leaf;
    default:
      return undefined;
  }
}
