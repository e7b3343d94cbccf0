const rowSelector = "[data-history-row]";

/** Puts the focus on a row of the panel that contains `element`: the nearest to `index` that there is. */
export function focusRow(element: Element, index: number): void {
  const rows = rowsOf(element);
  rows[Math.max(0, Math.min(index, rows.length - 1))]?.focus();
}

/** The place of a row among all; -1 for something else. */
export function rowIndex(row: Element): number {
  return rowsOf(row).findIndex((other) => other === row);
}

export function focusSearch(element: Element): void {
  element.closest(".history")?.querySelector<HTMLElement>("input[type='search']")?.focus();
}

function rowsOf(element: Element): readonly HTMLElement[] {
  const panel = element.closest(".history");
  return [...(panel?.querySelectorAll<HTMLElement>(rowSelector) ?? [])];
}
