/** A new element with a class. Classes are the only way in which the renderer styles anything. */
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

/** A codicon, which says nothing to a screen reader. */
export function icon(name: string): HTMLElement {
  const created = element("span", `codicon codicon-${name}`);
  created.setAttribute("aria-hidden", "true");
  return created;
}
