import { computed, type ReadonlySignal, signal } from "@preact/signals";

import type { Clock } from "../../shared/base/clock.ts";
import type { Announcer } from "../kit/announcer.ts";
import type { LateWords } from "../words/lateWords.ts";
import type { ReadColors } from "./markdown/codeColors.ts";
import type { ChatState } from "./state/chatState.ts";

export interface SoonDeps {
  readonly state: ChatState;
  readonly lateWords: LateWords;
  readonly clock: Clock;
  readonly readColors: ReadColors;
}

export interface Soon {
  readonly spoken: ReadonlySignal<string>;
  readonly say: (text: string) => void;
  readonly sayCopied: () => void;
  readonly refreshColors: () => void;
}

/**
 * Loads parts that answers need besides their text. Earlier events reach them in order; the page works without them.
 */
export function loadSoon({ state, lateWords, clock, readColors }: SoonDeps): Soon {
  const announcer = signal<Announcer | undefined>(undefined);
  const loaded = (async () => {
    const [{ Announcer, CodeColors, handleToolbarKeys }, words] = await Promise.all([
      import("./markdown/soonCode.ts"),
      lateWords.load(),
    ]);
    handleToolbarKeys(document);
    announcer.value = new Announcer(words, clock);
    return { announcer: announcer.value, codeColors: new CodeColors(readColors) };
  })().catch(() => undefined);
  state.onDidApply((event) => void loaded.then((parts) => parts?.announcer.hear(event)));
  return {
    spoken: computed(() => announcer.value?.text.value ?? ""),
    say: (text) => void loaded.then((parts) => parts?.announcer.say(text)),
    sayCopied: () => void loaded.then((parts) => parts?.announcer.sayCopied()),
    refreshColors: () => void loaded.then((parts) => parts?.codeColors.refresh()),
  };
}
