import { useLayoutEffect, useRef } from "preact/hooks";

/** Marks the element that gets the focus by default. */
export const mainControlAttribute = "data-main-control";

/** For a main control that is drawn late: takes the focus if the page has it and no element does. */
export function focusIfNothingIs(): void {
  if (document.hasFocus() && document.activeElement === document.body) {
    focusMainControl();
  }
}

/** What a button does that is disabled or goes away with its press: the focus goes to the main control first. */
export function leaving(act: () => void): () => void {
  return () => {
    focusMainControl();
    act();
  };
}

/** A control that is disabled while it is busy has the focus again afterwards, unless another element has it. */
export function useFocusBack(isBusy: boolean): void {
  const pressed = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isBusy) {
      // The browser takes the focus from a disabled control only later.
      pressed.current = document.activeElement;
    } else if (document.activeElement === document.body && pressed.current instanceof HTMLElement) {
      pressed.current.focus({ preventScroll: true });
    }
  }, [isBusy]);
}

export function focusMainControl(): void {
  document.querySelector<HTMLElement>(`[${mainControlAttribute}]`)?.focus({ preventScroll: true });
}
