import { Fragment, type JSX } from "preact";

import { visiblePieces } from "../../shared/text/visibleText.ts";
import { breakable } from "../kit/breakable.tsx";

interface VisibleTextProps {
  readonly text: string;
  readonly isOneLine?: boolean;
}

/** Invisible characters are shown as codes; the text direction is fixed. */
export function VisibleText({ text, isOneLine }: VisibleTextProps): JSX.Element {
  return (
    <bdi dir="ltr" class="visible-text">
      {visiblePieces(text).map(({ text: piece, isMark }, index) =>
        isMark ? (
          <span key={index} class="unseen-mark">
            {piece}
          </span>
        ) : (
          <Fragment key={index}>{isOneLine ? piece : breakable(piece)}</Fragment>
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
