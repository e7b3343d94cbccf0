/** Marks the element that has the focus when nothing else asks for it. */
export const mainControlAttribute = "data-main-control";

export function focusMainControl(): void {
  document.querySelector<HTMLElement>(`[${mainControlAttribute}]`)?.focus({ preventScroll: true });
}
