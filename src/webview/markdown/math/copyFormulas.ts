let isListening = false;

export function copyFormulasAsSource(): void {
  if (!isListening) {
    isListening = true;
    document.addEventListener("copy", onCopy);
  }
}

function onCopy(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) {
    return;
  }
  const range = selection.getRangeAt(0).cloneRange();
  coverWhole(range);
  const content = range.cloneContents();
  const formulas = [...content.querySelectorAll<HTMLElement>(".md-math[data-source]")];
  if (formulas.length === 0 || !event.clipboardData) {
    return;
  }
  for (const formula of formulas) {
    formula.textContent = formula.dataset["source"] ?? "";
  }
  event.clipboardData.setData("text/plain", textOf(content));
  event.preventDefault();
}

function coverWhole(range: Range): void {
  const first = formulaAround(range.startContainer);
  const last = formulaAround(range.endContainer);
  if (first) {
    range.setStartBefore(first);
  }
  if (last) {
    range.setEndAfter(last);
  }
}

function formulaAround(node: Node): Element | null | undefined {
  return (node instanceof Element ? node : node.parentElement)?.closest(".md-math");
}

function textOf(content: DocumentFragment): string {
  const copy = document.createElement("div");
  copy.className = "unseen";
  copy.append(content);
  document.body.append(copy);
  const text = copy.innerText;
  copy.remove();
  return text;
}
