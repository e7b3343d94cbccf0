const rowSelector = "[data-history-row]";

export function focusRow(element: Element, index: number): void {
  const rows = rowsOf(element);
  rows[Math.max(0, Math.min(index, rows.length - 1))]?.focus();
}

/** -1 for other elements. */
export function rowIndex(row: Element): number {
  return rowsOf(row).findIndex((other) => other === row);
}

export function focusBeside(row: Element): void {
  const index = rowIndex(row);
  const rows = rowsOf(row);
  const other = rows[index + 1] ?? rows[index - 1];
  if (other) {
    other.focus();
  } else {
    focusSearch(row);
  }
}

export function focusSearch(element: Element): void {
  element.closest(".history")?.querySelector<HTMLElement>("input[type='search']")?.focus();
}

function rowsOf(element: Element): readonly HTMLElement[] {
  const panel = element.closest(".history");
  return [...(panel?.querySelectorAll<HTMLElement>(rowSelector) ?? [])];
}
