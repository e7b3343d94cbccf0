import type { TailFollower } from "../../page/state/tailFollower.ts";

/** Brings the first card or question into view, and the keyboard to it; false if there is none. */
export function showWaiting(follower: TailFollower): boolean {
  const card = document.querySelector<HTMLElement>("[data-card], [data-question]");
  if (card) {
    follower.show(card, "nearest");
    card.focus({ preventScroll: true });
  }
  return card !== null;
}
