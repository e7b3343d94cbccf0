import type { OpenFence } from "../../../shared/fences.ts";

/** Blocks that hold other blocks. */
export type ContainerStart =
  | { readonly kind: "quote" }
  | {
      readonly kind: "list";
      readonly ordered: boolean;
      /** Number of the first item; 0 in a bullet list. */
      readonly first: number;
      /** The bullet, or the sign after the number; another marker starts another list. */
      readonly marker: string;
    }
  | {
      readonly kind: "item";
      /** Indentation, in columns, with which a further line belongs to the item. */
      readonly contentIndent: number;
    }
  /** A part that can be folded: everything up to the line `</details>`. */
  | { readonly kind: "details"; readonly isOpen: boolean };

export interface Fence extends OpenFence {
  /** Columns before the opening fence; each line loses up to this many columns. */
  readonly indent: number;
}

/** Blocks that hold text. */
export type LeafStart =
  | { readonly kind: "paragraph" }
  | { readonly kind: "heading"; readonly level: number }
  | { readonly kind: "rule" }
  /** What is shown of a folded part. */
  | { readonly kind: "summary" }
  /** A note that text elsewhere refers to by `[^label]`. */
  | { readonly kind: "footnote"; readonly label: string }
  /** Without a fence it is indented code. `info` is the decoded text after the opening fence. */
  | { readonly kind: "code"; readonly fence?: Fence; readonly info: string }
  /** Ends with the line that matches `end`; without `end`, before a blank line. */
  | { readonly kind: "html"; readonly end?: RegExp }
  /**
   * A formula. Ends with the line that ends with `close`, perhaps the first, or before a blank
   * line.
   */
  | { readonly kind: "math"; readonly close: "$$" | "\\]"; readonly isWhole: boolean }
  | {
      readonly kind: "table";
      readonly alignments: readonly Alignment[];
      readonly header: readonly string[];
    };

export type Alignment = "left" | "center" | "right" | undefined;

/** The effect of a line on the leaf. */
export type LeafStep =
  /** A blank line: ends a paragraph or a table and adds no text. */
  | { readonly kind: "none" }
  /** A further line of the open leaf. */
  | {
      readonly kind: "text";
      readonly text: string;
      /** The fence from here on, where the line opens or closes one inside it. */
      readonly fence?: Fence;
    }
  /** A new leaf, with its first line if there is one. */
  | { readonly kind: "open"; readonly leaf: LeafStart; readonly text?: string }
  /** The open paragraph becomes a heading. */
  | { readonly kind: "underline"; readonly level: number }
  /**
   * The last line of the open paragraph becomes a table's header; `before` is the text above it.
   */
  | {
      readonly kind: "table";
      readonly before: string;
      readonly leaf: LeafStart & { readonly kind: "table" };
    }
  | { readonly kind: "fenceEnd" };

/** The effect of a line on the open blocks: pure data, so that an unfinished line can be tried. */
export interface LinePlan {
  /** Containers that stay open, counted from the outermost. */
  readonly keep: number;
  /** Containers that the line opens, the outermost first. */
  readonly opens: readonly ContainerStart[];
  readonly leaf: LeafStep;
  /** Containers whose own marker the line had; only for these a blank line counts as content. */
  readonly marked: number;
}
