/** Blocks that hold other blocks. */
export type ContainerStart =
  | { readonly kind: "quote" }
  | {
      readonly kind: "list";
      readonly ordered: boolean;
      /** Number of the first item; 0 in a bullet list. */
      readonly first: number;
      /** The bullet, or what follows the number: another one starts another list. */
      readonly marker: string;
    }
  | {
      readonly kind: "item";
      /** Columns that a further line must be indented by to belong to the item. */
      readonly contentIndent: number;
    };

export interface Fence {
  readonly char: string;
  readonly length: number;
  /** Columns before the opening fence; as many are taken from each line. */
  readonly indent: number;
}

/** Blocks that hold text. */
export type LeafStart =
  | { readonly kind: "paragraph" }
  | { readonly kind: "heading"; readonly level: number }
  | { readonly kind: "rule" }
  /** Without a fence it is indented code. `info` is what follows the opening fence, decoded. */
  | { readonly kind: "code"; readonly fence?: Fence; readonly info: string }
  /** Ends with the line that matches `end`, or without one before a blank line. */
  | { readonly kind: "html"; readonly end?: RegExp }
  /** A formula; ends with the line that ends with `close`, which may be the first, or before a blank line. */
  | { readonly kind: "math"; readonly close: "$$" | "\\]"; readonly isWhole: boolean }
  | {
      readonly kind: "table";
      readonly alignments: readonly Alignment[];
      readonly header: readonly string[];
    };

export type Alignment = "left" | "center" | "right" | undefined;

/** What a line does to the leaf. */
export type LeafStep =
  /** A blank line: it ends a paragraph or a table and adds nothing. */
  | { readonly kind: "none" }
  /** A further line of the open leaf. */
  | { readonly kind: "text"; readonly text: string }
  /** A new leaf, with its first line if it has one. */
  | { readonly kind: "open"; readonly leaf: LeafStart; readonly text?: string }
  /** The open paragraph was a heading. */
  | { readonly kind: "underline"; readonly level: number }
  /** The last line of the open paragraph was a table's header; `before` are the lines above it. */
  | {
      readonly kind: "table";
      readonly before: string;
      readonly leaf: LeafStart & { readonly kind: "table" };
    }
  | { readonly kind: "fenceEnd" };

/** What one line means for the blocks that are open: pure data, so that an unfinished line can be tried out. */
export interface LinePlan {
  /** Containers that stay open, counted from the outermost. */
  readonly keep: number;
  /** Containers that the line opens, the outermost first. */
  readonly opens: readonly ContainerStart[];
  readonly leaf: LeafStep;
  /** Containers whose own syntax the line had; a blank line counts as content for these alone. */
  readonly marked: number;
}
