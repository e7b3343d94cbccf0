import type { CodeBlockContent } from "../../shared/calls/editingCalls.ts";
import type { CodeAction, CodeInfo } from "../markdown/markdownHost.ts";
import type { PageActions } from "../page/pageActions.ts";
import type { Words } from "../words/en/en.ts";
import type { EditingPage } from "./editingPage.ts";

const shellLanguages = new Set([
  "bash",
  "bat",
  "batch",
  "cmd",
  "console",
  "fish",
  "powershell",
  "ps",
  "ps1",
  "pwsh",
  "sh",
  "shell",
  "shell-session",
  "shellscript",
  "terminal",
  "zsh",
]);

const maxLanguageLength = 100;

export function codeActions(
  words: Words,
  actions: PageActions,
  editing: EditingPage,
): readonly CodeAction[] {
  return [
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
      needsAll: true,
      isSecondary: true,
      run: (code) => actions.insertAtCursor(code),
    },
    {
      id: "apply",
      label: words.applyCode,
      icon: "diff",
      needsAll: true,
      suits: (info) => !isCommand(info),
      run: (code, info) => editing.applyCode(contentOf(code, info)),
    },
    {
      id: "newFile",
      label: words.newFile,
      icon: "new-file",
      needsAll: true,
      isSecondary: true,
      run: (code, info) => editing.newFile(contentOf(code, info)),
    },
    {
      id: "run",
      label: words.runInTerminal,
      icon: "terminal",
      needsAll: true,
      suits: ({ language }) => shellLanguages.has(language),
      run: (code, info) => editing.runInTerminal(contentOf(code, info)),
    },
  ];
}

function isCommand({ language, fileName }: CodeInfo): boolean {
  return shellLanguages.has(language) && fileName === undefined;
}

function contentOf(code: string, { language, ...place }: CodeInfo): CodeBlockContent {
  return { code, language: language.slice(0, maxLanguageLength), ...place };
}
