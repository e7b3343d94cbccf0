/** Longer selections are cut: a quote points to a place, it does not repeat it. */
const maxUnits = 20_000;

/** A text as a Markdown quote, line by line. */
export function quoted(text: string): string {
  return text
    .slice(0, maxUnits)
    .replaceAll(/\r\n?/gu, "\n")
    .replaceAll(/^\n+|\s+$/gu, "")
    .split("\n")
    .map((line) => (line.trim() === "" ? ">" : `> ${line.trimEnd()}`))
    .join("\n");
}

/** The selected text, if all of it stands in one answer. */
export function selectedAnswerText(selection: Selection | null): string | undefined {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) {
    return undefined;
  }
  const start = answerOf(selection.anchorNode);
  const text = selection.toString();
  return start && start === answerOf(selection.focusNode) && text.trim() !== "" ? text : undefined;
}

function answerOf(node: Node | null): Element | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  return element?.closest(".markdown")?.closest(".message.assistant") ?? null;
}
