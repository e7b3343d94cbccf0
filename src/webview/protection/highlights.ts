import type { SensitiveValue } from "../../shared/guarded/protection.ts";

const name = "hub-sensitive";

/** Highlights values in shown messages; the result removes the highlights. */
export function showHighlights(values: readonly SensitiveValue[]): () => void {
  const ranges = values.flatMap(rangesOf);
  CSS.highlights.set(name, new Highlight(...ranges));
  return () => CSS.highlights.delete(name);
}

function rangesOf({ place }: SensitiveValue): readonly Range[] {
  if (place.where !== "message" || place.end <= place.start) {
    return [];
  }
  const article = document.querySelector(`[data-message-id="${CSS.escape(place.messageId)}"]`);
  const text = article?.querySelector(".plain-text");
  const start = text && pointIn(text, place.start);
  const end = text && pointIn(text, place.end);
  if (!start || !end) {
    return [];
  }
  const range = document.createRange();
  range.setStart(...start);
  range.setEnd(...end);
  return [range];
}

/** The node and offset of a character, because a text may be in several nodes. */
function pointIn(element: Element, offset: number): readonly [Text, number] | undefined {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      if (left <= node.length) {
        return [node, left];
      }
      left -= node.length;
    }
  }
  return undefined;
}
