/** The longest quote in UTF-16 units; it only points to a place. */
const maxUnits = 20_000;

export function quoted(text: string): string {
  return text
    .slice(0, maxUnits)
    .replaceAll(/\r\n?/gu, "\n")
    .replaceAll(/^\n+|\s+$/gu, "")
    .split("\n")
    .map((line) => (line.trim() === "" ? ">" : `> ${line.trimEnd()}`))
    .join("\n");
}

export function selectedAnswerText(selection: Selection | null): string | undefined {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) {
    return undefined;
  }
  const range = selection.getRangeAt(0);
  const markdown = markdownOf(range.startContainer);
  const text = selection.toString();
  if (!markdown || text.trim() === "") {
    return undefined;
  }
  const isInAnswer = answerOf(markdown) === answerOf(markdownOf(range.endContainer));
  return isInAnswer || endsBehind(range, markdown) ? text : undefined;
}

/**
 * True for a range that ends behind the text: a triple click extends it to the next block's start, without text from
 * it.
 */
function endsBehind(range: Range, markdown: Element): boolean {
  const rest = range.cloneRange();
  rest.setStartAfter(markdown);
  return rest.toString().trim() === "";
}

function markdownOf(node: Node): Element | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest(".message.assistant .markdown") ?? null;
}

function answerOf(markdown: Element | null): Element | null {
  return markdown?.closest(".message.assistant") ?? null;
}
