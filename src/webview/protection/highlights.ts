import type { SensitiveValue } from "../../shared/protection.ts";

const name = "hub-sensitive";

/** Paints values in shown messages without changing them; calling the result removes the paint. */
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
  const text = article?.querySelector(".plain-text")?.firstChild;
  // A long message that is folded has less text.
  if (!(text instanceof Text) || place.end > text.length) {
    return [];
  }
  const range = document.createRange();
  range.setStart(text, place.start);
  range.setEnd(text, place.end);
  return [range];
}
