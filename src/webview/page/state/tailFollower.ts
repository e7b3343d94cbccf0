import { signal, type ReadonlySignal } from "@preact/signals";

import { DisposableStore, toDisposable, type Disposable } from "../../../shared/base/lifecycle.ts";
import type { ReadingPlace } from "./pageMemory.ts";

const endZone = 24;

/** Keeps the end of a scrolled content in view while the reader is there, otherwise the reader's place. */
export class TailFollower {
  readonly #isFollowing = signal(true);
  readonly #isAway = signal(false);
  readonly #onPlace: (place: ReadingPlace | undefined) => void;
  #scroller: HTMLElement | undefined;
  #lastTop = 0;
  #pinned: ReadingPlace | undefined;

  /** Receives the place after each scroll: undefined at the end. */
  constructor(onPlace: (place: ReadingPlace | undefined) => void = () => undefined) {
    this.#onPlace = onPlace;
  }

  get isFollowing(): ReadonlySignal<boolean> {
    return this.#isFollowing;
  }

  get isAway(): ReadonlySignal<boolean> {
    return this.#isAway;
  }

  attach(scroller: HTMLElement, content: HTMLElement): Disposable {
    this.#scroller = scroller;
    const store = new DisposableStore();
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(content);
    observer.observe(scroller);
    store.add(toDisposable(() => observer.disconnect()));
    store.add(listen(scroller, "scroll", () => this.#scrolled()));
    store.add(listen(scroller, "wheel", (event) => this.#wheeled(event)));
    for (const type of ["wheel", "pointerdown", "keydown"] as const) {
      store.add(listen(scroller, type, () => this.#unpin()));
    }
    store.add(listen(document, "selectionchange", () => this.#selected(content)));
    return store;
  }

  follow(): void {
    this.#unpin();
    this.#isFollowing.value = true;
    this.#onPlace(undefined);
    this.#toEnd();
  }

  /** Scrolls to the place; to the end if the message no longer exists. */
  restore(place: ReadingPlace | undefined): void {
    if (place && this.#moveTo(place)) {
      this.#isFollowing.value = false;
      this.#pinned = place;
    } else {
      this.follow();
    }
  }

  show(element: Element, block: ScrollLogicalPosition): void {
    this.#unpin();
    this.#isFollowing.value = false;
    element.scrollIntoView({ block, inline: "nearest" });
    this.#scrolled();
  }

  place(): ReadingPlace | undefined {
    const first = this.#articles().find(({ bottom }) => bottom > 0);
    return first && { messageId: first.id, top: first.top };
  }

  keep(place: ReadingPlace | undefined): void {
    if (this.#isFollowing.value) {
      this.#toEnd();
    } else if (place) {
      this.#moveTo(this.#pinned ?? place);
    }
  }

  #moveTo(place: ReadingPlace): boolean {
    const article = this.#articles().find(({ id }) => id === place.messageId);
    if (!article || !this.#scroller) {
      return false;
    }
    this.#scroller.scrollTop += article.top - place.top;
    this.#lastTop = this.#scroller.scrollTop;
    return true;
  }

  #unpin(): void {
    this.#pinned = undefined;
  }

  #articles(): { id: string; top: number; bottom: number }[] {
    const scroller = this.#scroller;
    if (!scroller) {
      return [];
    }
    const { top } = scroller.getBoundingClientRect();
    return [...scroller.querySelectorAll<HTMLElement>("[data-message-id]")].map((element) => {
      const box = element.getBoundingClientRect();
      const id = element.dataset["messageId"] ?? "";
      return { id, top: box.top - top, bottom: box.bottom - top };
    });
  }

  #scrolled(): void {
    const scroller = this.#scroller;
    // Mostly our own scroll, with a known result.
    if (!scroller || (this.#isFollowing.value && scroller.scrollTop === this.#lastTop)) {
      return;
    }
    const isAtEnd = this.#distance() <= endZone;
    if (isAtEnd && !this.#pinned) {
      this.#isFollowing.value = true;
    } else if (scroller.scrollTop < this.#lastTop - 1) {
      this.#isFollowing.value = false;
    }
    this.#lastTop = scroller.scrollTop;
    this.#isAway.value = !isAtEnd;
    this.#onPlace(this.#isFollowing.value ? undefined : (this.#pinned ?? this.place()));
  }

  /**
   * Stops following on a wheel event, which precedes the scroll: text that arrives in between must not scroll to the
   * end.
   */
  #wheeled(event: Event): void {
    const scroller = this.#scroller;
    const isUpwards = event instanceof WheelEvent && event.deltaY < 0;
    if (isUpwards && scroller && scroller.scrollHeight > scroller.clientHeight) {
      this.#isFollowing.value = false;
    }
  }

  /** Stops following while text is selected, so that it stays in place. */
  #selected(content: HTMLElement): void {
    const selection = document.getSelection();
    if (selection && !selection.isCollapsed && content.contains(selection.anchorNode)) {
      this.#isFollowing.value = false;
    }
  }

  #resized(): void {
    if (this.#isFollowing.value) {
      this.#toEnd();
    } else {
      if (this.#pinned) {
        this.#moveTo(this.#pinned);
      }
      this.#isAway.value = this.#distance() > endZone;
    }
  }

  #toEnd(): void {
    if (this.#scroller) {
      this.#scroller.scrollTop = this.#scroller.scrollHeight;
      this.#lastTop = this.#scroller.scrollTop;
      this.#isAway.value = false;
    }
  }

  #distance(): number {
    const { scrollHeight = 0, clientHeight = 0, scrollTop = 0 } = this.#scroller ?? {};
    return scrollHeight - clientHeight - scrollTop;
  }
}

function listen(
  target: HTMLElement | Document,
  type: "scroll" | "wheel" | "pointerdown" | "keydown" | "selectionchange",
  listener: (event: Event) => void,
): Disposable {
  target.addEventListener(type, listener, { passive: true });
  return toDisposable(() => target.removeEventListener(type, listener));
}
