/** Marks the element that gets the focus by default. */
export const mainControlAttribute = "data-main-control";

export function focusMainControl(): void {
  document.querySelector<HTMLElement>(`[${mainControlAttribute}]`)?.focus({ preventScroll: true });
}
