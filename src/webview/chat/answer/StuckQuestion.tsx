import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

import { Paced } from "../../page/paced.ts";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";

interface Stuck {
  readonly id: string;
  readonly text: string;
}

const shownUnits = 300;

/**
 * The pause between checks in milliseconds: an answer's end scrolls with each piece of text, and a check is as slow
 * as drawing a short text.
 */
const pauseMs = 200;

export function StuckQuestion({
  scroller,
}: {
  readonly scroller: HTMLElement;
}): JSX.Element | null {
  const words = useWords();
  const { state } = usePage();
  const [stuck, setStuck] = useState<Stuck | undefined>(undefined);
  useLayoutEffect(() => {
    const update = (): void => {
      const id = stuckQuestion(scroller);
      setStuck((shown) => (shown?.id === id ? shown : questionOf(id)));
    };
    const questionOf = (id: string | undefined): Stuck | undefined => {
      const message = id === undefined ? undefined : state.latest(id);
      const text = message?.role === "user" ? oneLine(message.text) : "";
      return message && text !== "" ? { id: message.id, text } : undefined;
    };
    const looks = new Paced(update, pauseMs);
    const scrolled = (): void => looks.request();
    scroller.addEventListener("scroll", scrolled, { passive: true });
    update();
    return () => {
      looks.cancel();
      scroller.removeEventListener("scroll", scrolled);
    };
  }, [scroller]);
  const isThere = stuck && state.messageIds.value.includes(stuck.id);
  return isThere ? (
    <button
      type="button"
      class="stuck-question"
      aria-label={words.goToQuestion(stuck.text)}
      title={stuck.text}
      onClick={() => goTo(scroller, stuck.id)}
    >
      <span dir="auto">{stuck.text}</span>
    </button>
  ) : null;
}

function oneLine(text: string): string {
  return text.slice(0, shownUnits).replaceAll(/\s+/g, " ").trim();
}

function goTo(scroller: HTMLElement, id: string): void {
  const questions = scroller.getElementsByClassName("user");
  const question = Array.from(questions).find((one) => one.getAttribute("data-message-id") === id);
  question?.scrollIntoView({ block: "start" });
  scroller.focus({ preventScroll: true });
}

/** The last question above the visible part, unless the next is about to replace it. */
function stuckQuestion(scroller: HTMLElement): string | undefined {
  const { top } = scroller.getBoundingClientRect();
  const questions = scroller.getElementsByClassName("user");
  let before = 0;
  let after = questions.length;
  while (before < after) {
    const middle = (before + after) >> 1;
    const box = questions[middle]?.getBoundingClientRect();
    if (box && box.bottom <= top) {
      before = middle + 1;
    } else {
      after = middle;
    }
  }
  const next = questions[before]?.getBoundingClientRect();
  return next && next.top < top + stripHeight
    ? undefined
    : (questions[before - 1]?.getAttribute("data-message-id") ?? undefined);
}

/** The strip's height in CSS pixels; also in conversation.css. */
const stripHeight = 32;
