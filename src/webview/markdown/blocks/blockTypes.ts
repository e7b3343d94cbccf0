import type { OpenFence } from "../../../shared/text/fences.ts";

export type ContainerStart =
  | { readonly kind: "quote" }
  | {
      readonly kind: "list";
      readonly ordered: boolean;
      readonly first: number;
      /** The bullet, or the sign after the number. Another marker starts another list. */
      readonly marker: string;
    }
  | {
      readonly kind: "item";
      /** Columns of indentation for further lines of the item. */
      readonly contentIndent: number;
    }
  | { readonly kind: "details"; readonly isOpen: boolean }
  | { readonly kind: "footnote"; readonly label: string };

export interface Fence extends OpenFence {
  readonly indent: number;
}

export type LeafStart =
  | { readonly kind: "paragraph" }
  | { readonly kind: "heading"; readonly level: number }
  | { readonly kind: "rule" }
  | { readonly kind: "summary" }
  /** Code without a fence is indented. `info` is the decoded text after the opening fence. */
  | { readonly kind: "code"; readonly fence?: Fence; readonly info: string }
  /** Ends with the line that matches `end`, or before a blank line. */
  | { readonly kind: "html"; readonly end?: RegExp }
  /** A formula. Ends with a line that ends with `close`, or before a blank line. */
  | { readonly kind: "math"; readonly close: "$$" | "\\]"; readonly isWhole: boolean }
  | {
      readonly kind: "table";
      readonly alignments: readonly Alignment[];
      readonly header: readonly string[];
    };

export type Alignment = "left" | "center" | "right" | undefined;

export type LeafStep =
  /** A blank line, which ends a paragraph or table. */
  | { readonly kind: "none" }
  | {
      readonly kind: "text";
      readonly text: string;
      /** The new fence, if the line opens or closes an inner fence. */
      readonly fence?: Fence;
    }
  | { readonly kind: "open"; readonly leaf: LeafStart; readonly text?: string }
  | { readonly kind: "underline"; readonly level: number }
  | {
      readonly kind: "table";
      readonly before: string;
      readonly leaf: LeafStart & { readonly kind: "table" };
    }
  | { readonly kind: "fenceEnd" };

export interface LinePlan {
  /** Open containers that stay, from the outermost. */
  readonly keep: number;
  readonly opens: readonly ContainerStart[];
  readonly leaf: LeafStep;
  readonly marked: number;
}
