import type { JSX } from "preact";

import type { Fork } from "../../shared/calls/governanceCalls.ts";
import { IconButton } from "../kit/IconButton.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { Words } from "../words/en/en.ts";
import { useGovernance } from "./governancePage.ts";

export function SideTip(): JSX.Element | null {
  const words = useWords();
  const { place } = usePage();
  const { tip, moveView, dismissTip } = useGovernance();
  if (tip.value === undefined || place === "editor") {
    return null;
  }
  return (
    <section class="tip" aria-label={words.tipTitle}>
      <div class="tip-head">
        <h3>{words.tipTitle}</h3>
        <IconButton icon="close" label={words.dismiss} onClick={dismissTip} />
      </div>
      <p>{tipText(tip.value, words)}</p>
      <button type="button" class="link" onClick={moveView}>
        {words.tipMove}
      </button>
    </section>
  );
}

function tipText(fork: Fork, words: Words): string {
  const texts: Readonly<Record<Fork, string>> = {
    vscode: words.tipVscode,
    vscodium: words.tipVscodium,
    cursor: words.tipCursor,
    windsurf: words.tipWindsurf,
    web: words.tipWeb,
    other: words.tipOther,
  };
  return texts[fork];
}
