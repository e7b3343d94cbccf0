import { browserFrames, type CodeAction, type MarkdownHost } from "../markdown/markdownHost.ts";
import { StreamingMarkdown } from "../markdown/streamingMarkdown.ts";
import type { Words } from "../words/en/en.ts";
import type { CreateMarkdown, DrawnText } from "./markdown/createMarkdown.ts";
import { linkReferences, type ReferenceHost } from "./markdown/referenceLinks.ts";
import type { PageActions } from "./pageActions.ts";

export function answerMarkdown(
  words: Words,
  actions: PageActions,
  codeActions: readonly CodeAction[],
): CreateMarkdown {
  const host = createMarkdownHost(words, actions, codeActions);
  const references: ReferenceHost = {
    find: (texts) => actions.findReferences(texts),
    open: (text) => void actions.openReference(text),
    title: words.openReference,
  };
  return (container) => {
    const drawn = new StreamingMarkdown(container, host);
    return withLinks(drawn, () => linkReferences(container, references));
  };
}

/** Searches for links once all text is drawn, and thus final. */
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
