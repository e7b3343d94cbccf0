import type { JSX } from "preact";

import { visiblePieces } from "../../shared/visibleText.ts";
import { breakable } from "../kit/breakable.tsx";

/** Text from outside, whole, with what nobody would see shown as its code; its direction cannot change. */
export function VisibleText({ text }: { readonly text: string }): JSX.Element {
  return (
    <bdi dir="ltr" class="visible-text">
      {visiblePieces(text).map(({ text: piece, isMark }, index) =>
        isMark ? (
          <span key={index} class="unseen-mark">
            {piece}
          </span>
        ) : (
          breakable(piece)
        ),
      )}
    </bdi>
  );
}

export function countUnseen(texts: readonly string[]): number {
  return texts.reduce(
    (count, text) => count + visiblePieces(text).filter(({ isMark }) => isMark).length,
    0,
  );
}
