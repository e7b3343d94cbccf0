import { signal } from "@preact/signals";

import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import { pagePart } from "../page/pagePart.ts";

/** The find bar's state; the rest of the code is loaded with the bar. */
export class FindPage {
  readonly isOpen = signal(false);
  readonly asked = signal(0);
  readonly deps: PageFeatureDeps;
  #before: Element | null = null;

  constructor(deps: PageFeatureDeps) {
    this.deps = deps;
    // Handled here, because the search is over this page's text.
    document.addEventListener("keydown", (event) => {
      if (isFindKey(event) && this.open()) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
  }

  open(): boolean {
    if (this.deps.state.messageIds.value.length === 0) {
      return false;
    }
    if (!this.isOpen.value) {
      this.#before = document.activeElement;
    }
    this.isOpen.value = true;
    this.asked.value += 1;
    return true;
  }

  close(): void {
    const before = this.#before;
    this.#before = null;
    this.isOpen.value = false;
    if (before instanceof HTMLElement) {
      before.focus({ preventScroll: true });
    }
  }
}

function isFindKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "f" && ctrlKey !== metaKey && !altKey && !shiftKey;
}

export const { Provider: FindProvider, usePart: useFind } = pagePart<FindPage>("find");
