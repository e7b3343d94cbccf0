import { signal } from "@preact/signals";

import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import { pagePart } from "../page/pagePart.ts";

/** Whether the page's find bar is open; everything else of it is loaded with the bar. */
export class FindPage {
  readonly isOpen = signal(false);
  /** Rises each time a person asks for it, so that an open bar takes the focus again. */
  readonly asked = signal(0);
  readonly deps: PageFeatureDeps;
  #before: Element | null = null;

  constructor(deps: PageFeatureDeps) {
    this.deps = deps;
    // The editor is not asked: this key means the text that is seen here.
    document.addEventListener("keydown", (event) => {
      if (isFindKey(event) && this.open()) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
  }

  /** False if there is nothing to look through. */
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

  /** The focus goes back to where it was. */
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
