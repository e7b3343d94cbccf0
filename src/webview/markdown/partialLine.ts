import type { LinePlan } from "./blocks/blockTypes.ts";
import type { OpenLeaf } from "./blocks/linePlan.ts";

/** The effect of a line that is still arriving. */
export type PartialLine =
  /** The next characters decide the line's kind. */
  | { readonly kind: "hold" }
  /** `isSettled`: later characters only append. */
  | { readonly kind: "show"; readonly text: string; readonly isSettled: boolean };

const hold: PartialLine = { kind: "hold" };

const markersOnly = /^[-+*_=~`#>|:\d.)\s]*$/;

const foldTag = /^<(?:\/?[a-z]{0,7}|\/?details\b.*|summary\b.*)$/i;

export function judgePartialLine(
  { leaf: step }: LinePlan,
  leaf: OpenLeaf | undefined,
): PartialLine {
  if (step.kind === "text") {
    return judgeFurtherText(step.text, leaf);
  }
  if (step.kind !== "open" || step.text === undefined) {
    return hold;
  }
  if (step.leaf.kind === "html" && foldTag.test(step.text)) {
    return hold;
  }
  switch (step.leaf.kind) {
    case "html":
    case "math":
      return { kind: "show", text: step.text, isSettled: false };
    case "code":
      return { kind: "show", text: step.text, isSettled: true };
    case "heading":
      return step.text === "" ? hold : { kind: "show", text: step.text, isSettled: false };
    default:
      return judgeText(step.text);
  }
}

function judgeFurtherText(text: string, leaf: OpenLeaf | undefined): PartialLine {
  if (leaf?.kind !== "code" && leaf?.kind !== "html" && leaf?.kind !== "math") {
    return judgeText(text);
  }
  const content = text.trim();
  const isMaybeFence = leaf.kind === "code" && leaf.fence && isNothingBut(content, leaf.fence.char);
  return content === "" || isMaybeFence ? hold : { kind: "show", text, isSettled: true };
}

function judgeText(text: string): PartialLine {
  return markersOnly.test(text) || foldTag.test(text)
    ? hold
    : { kind: "show", text, isSettled: !text.startsWith("<") };
}

function isNothingBut(text: string, char: string): boolean {
  return text === char.repeat(text.length);
}
