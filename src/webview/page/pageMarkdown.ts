import { signal, type ReadonlySignal } from "@preact/signals";

import { loadStyle } from "../kit/lateStyles.ts";
import type { CodeAction } from "../markdown/markdownHost.ts";
import type { Words } from "../words/en/en.ts";
import type { LateWords } from "../words/lateWords.ts";
import type { CreateMarkdown, DrawnText } from "./markdown/createMarkdown.ts";
import type { PageActions } from "./pageActions.ts";

/** Loads the renderer, without which the page works, too. All answers share one host. */
export function loadMarkdown(
  lateWords: LateWords,
  actions: PageActions,
  loadCodeActions: (words: Words) => Promise<readonly CodeAction[]>,
): ReadonlySignal<CreateMarkdown | undefined> {
  const create = signal<CreateMarkdown | undefined>(undefined);
  const load = async (): Promise<void> => {
    try {
      const [{ answerMarkdown }, words] = await Promise.all([
        import("./answerMarkdown.ts"),
        lateWords.load(),
        loadStyle("answers"),
      ]);
      create.value = answerMarkdown(words, actions, await loadCodeActions(words));
    } catch {
      // Without the renderer, answers are plain text.
      create.value = drawPlainly;
    }
  };
  void load();
  return create;
}

function drawPlainly(container: HTMLElement): DrawnText {
  container.classList.add("plain-text");
  return {
    append: (text) => container.append(text),
    finish: () => undefined,
    dispose: () => undefined,
  };
}
