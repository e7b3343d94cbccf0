import type { JSX } from "preact";
import { useRef } from "preact/hooks";

import { useCloseOutside } from "../../ui/closeOutside.ts";
import { usePage } from "../page/page.ts";
import { lazyPart } from "../page/parts/lazyPart.tsx";
import { useWords } from "../page/useWords.ts";
import { useChatContext } from "./contextPage.ts";
import type { MeterReading } from "./meterReading.ts";

const MeterPopup = lazyPart(async () => (await import("./MeterPopup.tsx")).MeterPopup, {
  isPopup: true,
});

export function ContextMeter(): JSX.Element | null {
  const words = useWords();
  const { state } = usePage();
  const context = useChatContext();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const reading = context.reading.value;
  const isOpen = context.isMeterOpen.value;
  useCloseOutside(frame, isOpen, () => context.closeMeter());
  const label = useMeterLabel(reading);
  if (!reading || !context.facts || state.view.value.selectedModel === undefined) {
    return null;
  }
  const close = (): void => {
    context.closeMeter();
    button.current?.focus();
  };
  return (
    <div class="meter" ref={frame}>
      {isOpen && <MeterPopup onClose={close} />}
      <button
        ref={button}
        type="button"
        class={`meter-button ${reading.limit?.state ?? "unknown"}`}
        aria-label={`${words.meter}: ${label}`}
        aria-expanded={isOpen}
        title={label}
        onClick={() => (isOpen ? close() : context.openMeter())}
      >
        <Gauge reading={reading} />
      </button>
    </div>
  );
}

function Gauge({ reading }: { readonly reading: MeterReading }): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  const { limit, used } = reading;
  if (!limit) {
    return <span class="meter-text">{words.outputTokens(format.compact(used))}</span>;
  }
  const { usedShare, reservedShare } = limit;
  return (
    <>
      <svg class="meter-bar" viewBox="0 0 32 8" aria-hidden="true">
        <rect class="meter-room" x="0" y="0" width="32" height="8" rx="2" />
        <rect
          class="meter-kept"
          x={32 * (1 - reservedShare)}
          y="0"
          width={32 * reservedShare}
          height="8"
          rx="2"
        />
        <rect class="meter-used" x="0" y="0" width={32 * usedShare} height="8" rx="2" />
      </svg>
      <span class="meter-text">{format.percent(limit.share)}</span>
    </>
  );
}

function useMeterLabel(reading: MeterReading | undefined): string {
  const words = useWords();
  const { format } = usePage();
  if (!reading) {
    return "";
  }
  const { limit, used } = reading;
  if (!limit) {
    return words.meterUsed(format.count(used));
  }
  const share = words.meterShare(format.percent(limit.share));
  return limit.state === "tooMuch" ? `${words.meterTooMuch}, ${share}` : share;
}
