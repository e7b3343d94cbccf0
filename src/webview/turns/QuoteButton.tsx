import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

import { Icon } from "../kit/Icon.tsx";
import { useWords } from "../page/useWords.ts";
import { selectedAnswerText } from "./quote.ts";
import { useTurns } from "./turnsPage.ts";

interface Place {
  readonly top: number;
  readonly left: number;
}

const buttonWidth = 90;
const buttonHeight = 32;

export function QuoteButton(): JSX.Element | null {
  const words = useWords();
  const turns = useTurns();
  const [place, setPlace] = useState<Place>();
  const quote = (): boolean => {
    const selection = document.getSelection();
    const text = selectedAnswerText(selection);
    if (text === undefined) {
      return false;
    }
    turns.quote(text);
    selection?.removeAllRanges();
    setPlace(undefined);
    return true;
  };
  useLayoutEffect(() => {
    const update = (): void => setPlace(placeOf(document.getSelection()));
    const onKeyDown = (event: KeyboardEvent): void => {
      // Compares the key's position: with Alt some systems produce another character.
      if (
        event.altKey &&
        event.code === "KeyQ" &&
        !event.shiftKey &&
        !event.ctrlKey &&
        !event.metaKey &&
        quote()
      ) {
        event.preventDefault();
      }
    };
    document.addEventListener("selectionchange", update);
    document.addEventListener("scroll", update, { capture: true, passive: true });
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("selectionchange", update);
      document.removeEventListener("scroll", update, { capture: true });
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
  if (!place) {
    return null;
  }
  return (
    <button
      type="button"
      class="quote-button"
      title={words.quoteHint}
      style={{ top: `${place.top}px`, left: `${place.left}px` }}
      onPointerDown={(event) => event.preventDefault()}
      onClick={quote}
    >
      <Icon name="quote" />
      {words.quote}
    </button>
  );
}

function placeOf(selection: Selection | null): Place | undefined {
  if (!selection || selectedAnswerText(selection) === undefined) {
    return undefined;
  }
  const box = selection.getRangeAt(0).getBoundingClientRect();
  if (box.bottom < 0 || box.top > window.innerHeight) {
    return undefined;
  }
  const below = box.bottom + 4;
  const top = below + buttonHeight < window.innerHeight ? below : box.top - buttonHeight - 4;
  return {
    top: Math.max(4, Math.min(top, window.innerHeight - buttonHeight - 4)),
    left: Math.max(4, Math.min(box.left, window.innerWidth - buttonWidth - 4)),
  };
}
