import { useLayoutEffect, useRef } from "preact/hooks";

export const mainControlAttribute = "data-main-control";

export function focusIfNothingIs(): void {
  if (document.hasFocus() && document.activeElement === document.body) {
    focusMainControl();
  }
}

export function leaving(act: () => void): () => void {
  return () => {
    focusMainControl();
    act();
  };
}

export function useFocusBack(isBusy: boolean): void {
  const pressed = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isBusy) {
      // The browser removes the focus from a disabled control only later.
      pressed.current = document.activeElement;
    } else if (document.activeElement === document.body && pressed.current instanceof HTMLElement) {
      pressed.current.focus({ preventScroll: true });
    }
  }, [isBusy]);
}

/** Focuses the main control when the work is done, unless the person has gone to another control meanwhile. */
export async function focusMainAfter(work: Promise<unknown>): Promise<void> {
  const from = document.activeElement;
  await work;
  const now = document.activeElement;
  if (now === from || now === document.body) {
    focusMainControl();
  }
}

export function focusMainControl(): void {
  document.querySelector<HTMLElement>(`[${mainControlAttribute}]`)?.focus({ preventScroll: true });
}
