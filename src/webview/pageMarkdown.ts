import { browserFrames, type MarkdownHost } from "./markdown/markdownHost.ts";
import type { PageActions } from "./pageActions.ts";
import type { Words } from "./words.ts";

/** What the renderer of answers may use of the page. */
export function createMarkdownHost(words: Words, actions: PageActions): MarkdownHost {
  return {
    ...browserFrames,
    openLink: (href) => actions.openLink(href),
    codeActions: [
      {
        id: "copy",
        label: words.copyCode,
        icon: "copy",
        run: (code) => void actions.copyText(code),
      },
      {
        id: "insert",
        label: words.insertAtCursor,
        icon: "insert",
        run: (code) => actions.insertAtCursor(code),
      },
    ],
    labels: {
      code: words.code,
      codeIn: words.codeIn,
      line: words.codeLine,
      lines: words.codeLines,
      table: words.table,
      imageNotLoaded: words.imageNotLoaded,
      taskDone: words.taskDone,
      taskOpen: words.taskOpen,
    },
  };
}
