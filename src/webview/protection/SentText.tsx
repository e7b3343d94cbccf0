import type { JSX } from "preact";

import type { SentMark, SentValues } from "../../shared/calls/protectionCalls.ts";
import type { WordsLocale } from "../../shared/failures/failureText.ts";
import { kindLabel } from "../../shared/guarded/sensitiveKinds.ts";
import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { Words } from "../words/en/en.ts";

export function SentText({
  text,
  marks,
}: {
  readonly text: string;
  readonly marks: readonly SentMark[];
}): JSX.Element {
  const words = useWords();
  const { locale } = usePage();
  const pieces: (string | JSX.Element)[] = [];
  let done = 0;
  for (const mark of marks) {
    const { start, end, how } = mark;
    if (start >= done && end <= text.length) {
      const title = `${labelOf(mark, locale)}: ${howName(mark, words)}`;
      pieces.push(
        text.slice(done, start),
        <mark key={start} class={how === "clear" ? "sent-value clear" : "sent-value"} title={title}>
          {text.slice(start, end)}
        </mark>,
      );
      done = end;
    }
  }
  return <>{[...pieces, text.slice(done)]}</>;
}

export function SentNote({
  id,
  sent,
}: {
  readonly id: string;
  readonly sent: SentValues;
}): JSX.Element {
  const words = useWords();
  const { format, locale } = usePage();
  const { masked, clear, attached, marks } = sent;
  const count = (value: number): readonly [number, string] => [value, format.count(value)];
  const listed = new Map(
    marks.map((mark) => [
      `${mark.kind} ${mark.shown} ${mark.as}`,
      `${labelOf(mark, locale)} ${mark.shown} ${howName(mark, words)}`,
    ]),
  );
  return (
    <p class="hint sent-note" id={id}>
      <Icon name="shield" />
      <span>
        {words.sentSummary(count(masked), count(clear))}
        {attached > 0 && ` (${words.sentAttached(...count(attached))})`}
        <span class="unseen">
          {[...listed.values()].slice(0, maxRead).map((value) => `. ${value}`)}
        </span>
      </span>
    </p>
  );
}

const maxRead = 20;

function labelOf({ kind, secret }: SentMark, locale: WordsLocale): string {
  return kindLabel(kind, locale, secret);
}

function howName({ how, as }: SentMark, words: Words): string {
  switch (how) {
    case "masked":
      return words.sentMasked(as);
    case "removed":
      return words.sentRemoved;
    case "clear":
      return words.sentClear;
    default:
      return how satisfies never;
  }
}
