import type { TailFollower } from "../../page/state/tailFollower.ts";

/** Scrolls to the first card or question and focuses it; false without one. */
export function showWaiting(follower: TailFollower): boolean {
  const card = document.querySelector<HTMLElement>("[data-card], [data-question]");
  if (card) {
    follower.show(card, "nearest");
    card.focus({ preventScroll: true });
  }
  return card !== null;
}
