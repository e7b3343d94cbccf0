import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { ContextMeterFacts } from "../../shared/calls/contextCalls.ts";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { Words } from "../words/en/en.ts";
import { useChatContext } from "./contextPage.ts";
import { type MeterReading, whatToDrop } from "./meterReading.ts";

export function MeterPopup({ onClose }: { readonly onClose: () => void }): JSX.Element | null {
  const words = useWords();
  const context = useChatContext();
  const { facts, reading } = context;
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => frame.current?.focus(), []);
  const shown = reading.value;
  if (!facts || !shown) {
    return null;
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
  };
  return (
    <div
      class="popup meter-popup"
      role="dialog"
      aria-label={words.meter}
      tabIndex={-1}
      ref={frame}
      onKeyDown={onKeyDown}
    >
      <Parts reading={shown} facts={facts} />
      <Advice reading={shown} facts={facts} />
      <LeftOut facts={facts} />
      <p class="popup-text popup-summary">
        {facts.isCalibrated ? words.meterCalibrated : words.meterEstimated}
      </p>
      <div class="meter-actions">
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            context.preview();
            onClose();
          }}
        >
          {words.preview}
        </button>
      </div>
    </div>
  );
}

interface PartsProps {
  readonly reading: MeterReading;
  readonly facts: ContextMeterFacts;
}

function Parts({ reading, facts }: PartsProps): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  const rows = rowsOf(reading, facts, { words, count: format.count });
  return (
    <dl class="meter-parts">
      {rows.map(({ name, tokens, isSum }) => (
        <div key={name} class={isSum ? "meter-part sum" : "meter-part"}>
          <dt>{name}</dt>
          <dd>{format.count(tokens)}</dd>
        </div>
      ))}
    </dl>
  );
}

function rowsOf(
  { instructions, history, attachments, draft, limit }: MeterReading,
  facts: ContextMeterFacts,
  { words, count }: { readonly words: Words; readonly count: (value: number) => string },
): readonly { readonly name: string; readonly tokens: number; readonly isSum?: boolean }[] {
  const { sentMessages } = facts;
  return [
    { name: words.meterInstructions, tokens: instructions },
    { name: words.meterHistory(sentMessages, count(sentMessages)), tokens: history },
    { name: words.meterAttachments, tokens: attachments },
    { name: words.meterDraft, tokens: draft },
    ...(limit
      ? [
          { name: words.meterReserved, tokens: limit.reserved },
          {
            name: limit.free < 0 ? words.meterOver : words.meterFree,
            tokens: Math.abs(limit.free),
            isSum: true,
          },
          { name: words.meterLength, tokens: limit.contextLength },
        ]
      : []),
  ];
}

function Advice({ reading, facts }: PartsProps): JSX.Element | null {
  const words = useWords();
  const context = useChatContext();
  if (!reading.limit) {
    return <p class="popup-text">{words.meterUnknown}</p>;
  }
  if (reading.limit.state === "fits") {
    return null;
  }
  const advice = {
    history: words.dropHistory,
    attachments: words.dropAttachments,
    draft: words.dropDraft,
  };
  const isTooMuch = reading.limit.state === "tooMuch";
  const drops = whatToDrop(reading, facts).map((part) => advice[part]);
  return (
    <div class="popup-text">
      <p>{[isTooMuch ? words.tooMuchText : words.meterTight, ...drops].join(" ")}</p>
      {facts.sentMessages > 2 && (
        <button type="button" class="button quiet" onClick={() => context.leaveOutOlderTurns()}>
          {words.leaveOut}
        </button>
      )}
    </div>
  );
}

function LeftOut({ facts }: { readonly facts: ContextMeterFacts }): JSX.Element | null {
  const words = useWords();
  const { format } = usePage();
  const context = useChatContext();
  const { leftOutMessages: count } = facts;
  return count === 0 ? null : (
    <p class="popup-text">
      {words.leftOut(count, format.count(count))}{" "}
      <button type="button" class="link" onClick={() => context.takeBackOlderTurns()}>
        {words.takeBack}
      </button>
    </p>
  );
}
