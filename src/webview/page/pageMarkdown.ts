import { signal, type ReadonlySignal } from "@preact/signals";

import { loadStyle } from "../kit/lateStyles.ts";
import { browserFrames, type CodeAction, type MarkdownHost } from "../markdown/markdownHost.ts";
import type { StreamingMarkdown } from "../markdown/streamingMarkdown.ts";
import type { Words } from "../words/en.ts";
import type { PageActions } from "./pageActions.ts";
import type { ReferenceHost } from "./referenceLinks.ts";

/** Starts drawing Markdown into an empty element. */
export type CreateMarkdown = (container: HTMLElement) => DrawnText;

/** Text that grows in its element. */
export type DrawnText = Pick<StreamingMarkdown, "append" | "finish" | "dispose">;

/**
 * Loads the renderer of answers in the background; the page works before it is there. All answers
 * share one Markdown host.
 */
export function loadMarkdown(
  words: Words,
  actions: PageActions,
  codeActions: readonly CodeAction[],
): ReadonlySignal<CreateMarkdown | undefined> {
  const host = createMarkdownHost(words, actions, codeActions);
  const create = signal<CreateMarkdown | undefined>(undefined);
  const load = async (): Promise<void> => {
    try {
      const [{ StreamingMarkdown }, { linkReferences }] = await Promise.all([
        import("../markdown/streamingMarkdown.ts"),
        import("./referenceLinks.ts"),
        loadStyle("answers"),
      ]);
      const references: ReferenceHost = {
        find: (texts) => actions.findReferences(texts),
        open: (text) => void actions.openReference(text),
        title: words.openReference,
      };
      create.value = (container) => {
        const drawn = new StreamingMarkdown(container, host);
        return withLinks(drawn, () => linkReferences(container, references));
      };
    } catch {
      // Without the renderer, answers are shown as plain text.
      create.value = drawPlainly;
    }
  };
  void load();
  return create;
}

/** Looks for links once all text is drawn; nothing is drawn again after that. */
function withLinks(drawn: StreamingMarkdown, link: () => () => void): DrawnText {
  let stop: (() => void) | undefined;
  let isDisposed = false;
  const linkOnceDrawn = async (): Promise<void> => {
    await drawn.done;
    stop = isDisposed ? undefined : link();
  };
  void linkOnceDrawn();
  return {
    append: (text) => drawn.append(text),
    finish: () => drawn.finish(),
    dispose: () => {
      isDisposed = true;
      stop?.();
      drawn.dispose();
    },
  };
}

function drawPlainly(container: HTMLElement): DrawnText {
  container.classList.add("plain-text");
  return {
    append: (text) => container.append(text),
    finish: () => undefined,
    dispose: () => undefined,
  };
}

/** The functions of the page that the renderer may use. */
function createMarkdownHost(
  words: Words,
  actions: PageActions,
  codeActions: readonly CodeAction[],
): MarkdownHost {
  return {
    ...browserFrames,
    openLink: (href) => actions.openLink(href),
    codeActions,
    labels: {
      code: words.code,
      codeIn: words.codeIn,
      codeActions: words.codeActions,
      footnote: words.footnote,
      alerts: words.alerts,
      line: words.codeLine,
      lines: words.codeLines,
      collapse: words.collapseCode,
      expand: words.expandCode,
      moreActions: words.moreCodeActions,
      table: words.table,
      imageNotLoaded: words.imageNotLoaded,
      taskDone: words.taskDone,
      taskOpen: words.taskOpen,
      diagram: words.diagram,
      showCode: words.showCode,
      showDiagram: words.showDiagram,
    },
  };
}
