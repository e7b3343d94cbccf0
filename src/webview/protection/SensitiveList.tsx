import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import type { WordsLocale } from "../../shared/failures/failureText.ts";
import type { SensitiveValue } from "../../shared/guarded/protection.ts";
import { kindLabel } from "../../shared/guarded/sensitiveKinds.ts";
import { Icon, type IconName } from "../kit/Icon.tsx";
import { unbroken } from "../kit/unbroken.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { Words } from "../words/en/en.ts";
import { maskInText, messageField, selectInText } from "./draftText.ts";
import { useProtection } from "./protectionPage.ts";
import { doubtName, placeName } from "./sensitiveWords.ts";

/** Each value is shown masked. */
export function SensitiveList({
  report,
  isReadOnly = false,
}: {
  readonly report: SensitiveReport;
  readonly isReadOnly?: boolean;
}): JSX.Element {
  const words = useWords();
  return (
    <>
      <ul class="sensitive-list" aria-label={words.sensitiveData}>
        {report.values.map((value, index) => (
          <Row key={`${value.id}-${index}`} value={value} {...{ report, isReadOnly }} />
        ))}
      </ul>
      <MoreValues report={report} />
    </>
  );
}

export function MoreValues({ report }: { readonly report: SensitiveReport }): JSX.Element | null {
  const words = useWords();
  const { format } = usePage();
  const rest = report.total - report.values.length;
  return rest > 0 ? <p class="hint">{words.sensitiveMore(format.count(rest))}</p> : null;
}

interface RowProps {
  readonly value: SensitiveValue;
  readonly report: SensitiveReport;
  readonly isReadOnly: boolean;
}

function Row({ value, report, isReadOnly }: RowProps): JSX.Element {
  const words = useWords();
  const { locale } = usePage();
  const state = stateOf(value, report, { words, locale });
  return (
    <li class={value.certainty === "possible" ? "sensitive-row calm" : "sensitive-row"}>
      <span class="sensitive-what">
        <ValueName value={value} />
      </span>
      <span class="sensitive-place">
        {placeName(value, words)}
        {state !== undefined && ` · ${state}`}
      </span>
      {!isReadOnly && <RowButtons value={value} />}
    </li>
  );
}

export function ValueName({ value }: { readonly value: SensitiveValue }): JSX.Element {
  const { locale } = usePage();
  return (
    <>
      <span class="sensitive-kind">{unbroken(kindLabel(value.kind, locale, value.secret))}</span>{" "}
      <code class="sensitive-shown">{value.shown}</code>
    </>
  );
}

function stateOf(
  value: SensitiveValue,
  { mode }: SensitiveReport,
  { words, locale }: { readonly words: Words; readonly locale: WordsLocale },
): string | undefined {
  switch (value.decision) {
    case "allow":
      return words.sensitiveAllowed;
    case "mask":
      return words.sensitiveWillBeMasked;
    case "remove":
      return words.sensitiveWillBeRemoved;
    case undefined:
      if (mode === "mask") {
        return words.sensitiveWillBeMasked;
      }
      return doubtName(value, words, locale);
    default:
      return value.decision satisfies never;
  }
}

interface WordButtonProps {
  readonly icon: IconName;
  readonly text: string;
  readonly label?: string;
  readonly onClick: () => void;
}

function WordButton({ icon, text, label, onClick }: WordButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="word-button"
      {...(label !== undefined && { "aria-label": label, title: label })}
      onClick={onClick}
    >
      <Icon name={icon} />
      {text}
    </button>
  );
}

export function GoToButtons({ value }: { readonly value: SensitiveValue }): JSX.Element {
  const words = useWords();
  const { actions } = usePage();
  const protection = useProtection();
  const { place } = value;
  const mark = protection.places.value.find((span) => span.value === value);
  return (
    <>
      {mark && (
        <WordButton
          icon="eye"
          text={words.sensitiveShow}
          label={words.sensitiveGoTo(value.shown)}
          onClick={() => selectInText(messageField(), mark)}
        />
      )}
      {place.where === "attachment" && (
        <WordButton
          icon="file"
          text={words.sensitiveShow}
          label={words.sensitiveGoTo(placeName(value, words))}
          onClick={() => actions.openAttachment(place.attachmentId)}
        />
      )}
    </>
  );
}

function RowButtons({ value }: { readonly value: SensitiveValue }): JSX.Element {
  const words = useWords();
  const protection = useProtection();
  const { id, decision } = value;
  const mark = protection.places.value.find((span) => span.value === value);
  const buttons = useRef<HTMLSpanElement>(null);
  const isPressed = useRef(false);
  // A decision's button disappears; the focus moves to the undo button, which is last.
  useLayoutEffect(() => {
    if (isPressed.current) {
      isPressed.current = false;
      buttons.current?.querySelector<HTMLElement>("button:last-child")?.focus();
    }
  }, [decision]);
  const decide = (made: "mask" | "allow"): void => {
    isPressed.current = true;
    void protection.decideValue(id, made);
  };
  return (
    <span class="sensitive-buttons" role="toolbar" aria-label={value.shown} ref={buttons}>
      <GoToButtons value={value} />
      {mark && (
        <WordButton
          icon="edit"
          text={words.sensitiveMaskNow}
          onClick={() => maskInText(messageField(), mark)}
        />
      )}
      {decision !== "mask" && (
        <WordButton icon="shield" text={words.sensitiveMaskThis} onClick={() => decide("mask")} />
      )}
      {decision !== "allow" && (
        <WordButton icon="check" text={words.sensitiveAllowOnce} onClick={() => decide("allow")} />
      )}
    </span>
  );
}
