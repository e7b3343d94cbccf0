import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { Disclosure } from "../../kit/Disclosure.tsx";
import { usePage } from "../../page/page.ts";
import { MarkdownText, type PartProps } from "../../page/parts/MarkdownText.tsx";
import { useWords } from "../../page/useWords.ts";

export function Reasoning({ message, index, isLive }: PartProps): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  const [isOpen, setIsOpen] = useState(false);
  const seenMs = useDuration(isLive);
  const duration = keptDuration(message) ?? seenMs;
  const label = isLive
    ? words.thinking
    : duration === undefined
      ? words.thought
      : words.thoughtFor(format.seconds(Math.max(1, Math.round(duration / 1000)) * 1000));
  return (
    <div class="reasoning">
      <Disclosure isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
        {label}
      </Disclosure>
      {isOpen && (
        <div class="reasoning-text" role="group" aria-label={words.reasoning}>
          <MarkdownText message={message} index={index} isLive={isLive} />
        </div>
      )}
    </div>
  );
}

/** The host's duration; it covers only the first reasoning. */
function keptDuration({ parts, reasoningMs }: PartProps["message"]): number | undefined {
  return parts.filter(({ kind }) => kind === "reasoning").length === 1 ? reasoningMs : undefined;
}

/** Milliseconds of growth on this page; undefined for finished parts. */
function useDuration(isLive: boolean): number | undefined {
  const [startedAt] = useState(() => (isLive ? performance.now() : undefined));
  const [duration, setDuration] = useState<number>();
  useEffect(() => {
    if (!isLive && startedAt !== undefined) {
      setDuration((known) => known ?? performance.now() - startedAt);
    }
  }, [isLive, startedAt]);
  return duration;
}
