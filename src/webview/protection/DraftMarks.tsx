import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { usePage } from "../page/page.ts";
import { messageField } from "./draftText.ts";
import type { MarkedSpan } from "./protectionPage.ts";
import { useProtection } from "./protectionPage.ts";

export function DraftMarks(): JSX.Element | null {
  const { composer } = usePage();
  const protection = useProtection();
  const marks = protection.marks.value;
  return marks.length === 0 ? null : <Layer text={composer.typed.value} marks={marks} />;
}

function Layer({
  text,
  marks,
}: {
  readonly text: string;
  readonly marks: readonly MarkedSpan[];
}): JSX.Element {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const field = messageField();
    const element = layer.current;
    if (!field || !element) {
      return undefined;
    }
    const follow = (): void => {
      element.style.top = `${field.offsetTop}px`;
      element.style.left = `${field.offsetLeft}px`;
      element.style.width = `${field.clientWidth}px`;
      element.style.height = `${field.clientHeight}px`;
      element.scrollTop = field.scrollTop;
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(field);
    field.addEventListener("scroll", follow, { passive: true });
    return () => {
      observer.disconnect();
      field.removeEventListener("scroll", follow);
    };
  });
  return (
    <div ref={layer} class="draft-marks" aria-hidden="true">
      {piecesOf(text, marks)}
    </div>
  );
}

function piecesOf(text: string, marks: readonly MarkedSpan[]): readonly (string | JSX.Element)[] {
  const pieces: (string | JSX.Element)[] = [];
  let done = 0;
  for (const { start, end, value } of marks) {
    const isCalm = value.certainty === "possible" || value.decision !== undefined;
    pieces.push(
      text.slice(done, start),
      <mark class={isCalm ? "calm" : ""}>{text.slice(start, end)}</mark>,
    );
    done = end;
  }
  // A final line break needs a character after it to show as a line.
  return [...pieces, `${text.slice(done)}\u200b`];
}
