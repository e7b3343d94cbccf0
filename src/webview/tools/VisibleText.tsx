import type { JSX } from "preact";

import { visiblePieces } from "../../shared/visibleText.ts";
import { breakable } from "../kit/breakable.tsx";

/**
 * Text from outside, complete. Invisible characters are shown as codes, and the text direction is
 * fixed.
 */
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
