/** An element with a class; the renderer styles elements only by class. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className?: string,
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  if (className !== undefined) {
    created.className = className;
  }
  return created;
}

export function icon(name: string): HTMLElement {
  const created = element("span", `codicon codicon-${name}`);
  created.setAttribute("aria-hidden", "true");
  return created;
}
