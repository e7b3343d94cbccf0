import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

import { visiblePieces } from "../../shared/text/visibleText.ts";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";

/** The longest text that is drawn at once, in UTF-16 units. */
const cutAt = 20_000;

/** Lines and tabs stay; other invisible characters are shown as codes. Long text is drawn on demand. */
export function VisibleCode({ text }: { readonly text: string }): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <bdi dir="ltr" class="visible-text">
        {visibleCode(isWhole ? text : text.slice(0, cutAt))}
      </bdi>
      {!isWhole && text.length > cutAt && (
        <button type="button" class="link" onClick={() => setIsWhole(true)}>
          {words.showAll(format.size(text.length))}
        </button>
      )}
    </>
  );
}

const plainMarks: ReadonlyMap<string, string> = new Map([
  ["U+000A", "\n"],
  ["U+0009", "\t"],
]);

export function visibleCode(text: string): ComponentChildren {
  const children: ComponentChildren[] = [];
  let plain = "";
  for (const { text: piece, isMark } of visiblePieces(text)) {
    const shown = isMark ? plainMarks.get(piece) : piece;
    if (shown === undefined) {
      children.push(
        plain,
        <span key={children.length} class="unseen-mark">
          {piece}
        </span>,
      );
      plain = "";
    } else {
      plain += shown;
    }
  }
  return children.length === 0 ? plain : [...children, plain];
}
