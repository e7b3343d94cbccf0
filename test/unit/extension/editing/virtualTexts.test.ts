import { beforeEach, expect, test, vi } from "vitest";

import { VirtualTexts } from "../../../../src/extension/editing/virtualTexts.ts";

interface Provider {
  readonly provideTextDocumentContent: (uri: unknown) => string;
}
interface Tab {
  readonly input: unknown;
}
const editor = vi.hoisted(() => ({
  provider: undefined as Provider | undefined,
  tabs: [] as Tab[],
  closed: undefined as ((change: { closed: readonly Tab[] }) => void) | undefined,
}));

vi.mock("vscode", () => {
  class TabInputText {
    readonly uri: unknown;
    constructor(uri: unknown) {
      this.uri = uri;
    }
  }
  class TabInputTextDiff {
    readonly original: unknown;
    readonly modified: unknown;
    constructor(original: unknown, modified: unknown) {
      this.original = original;
      this.modified = modified;
    }
  }
  return {
    TabInputText,
    TabInputTextDiff,
    EventEmitter: class {
      readonly event = vi.fn();
      fire(): void {}
      dispose(): void {}
    },
    Uri: { from: ({ path }: { path: string }) => ({ path, toString: () => path }) },
    window: {
      tabGroups: {
        get all() {
          return [{ tabs: editor.tabs }];
        },
        onDidChangeTabs: (listener: typeof editor.closed) => {
          editor.closed = listener;
          return { dispose: () => {} };
        },
      },
    },
    workspace: {
      registerTextDocumentContentProvider: (_scheme: string, provider: Provider) => {
        editor.provider = provider;
        return { dispose: () => {} };
      },
    },
  };
});

const vscode = await import("vscode");
const file = vscode.Uri.from({ scheme: "file", path: "/a.ts" });

beforeEach(() => {
  editor.tabs = [];
});

function textOf(uri: unknown): string | undefined {
  return editor.provider?.provideTextDocumentContent(uri);
}

function close(tab: Tab): void {
  editor.tabs = editor.tabs.filter((other) => other !== tab);
  editor.closed?.({ closed: [tab] });
}

test("the proposed text of a comparison is freed when its tab closes", () => {
  const texts = new VirtualTexts();
  const uri = texts.add(file, "a.ts as proposed", () => "proposed");
  const tab = { input: new vscode.TabInputTextDiff(file, uri) };
  editor.tabs = [tab];
  expect(textOf(uri)).toBe("proposed");
  close(tab);
  expect(textOf(uri)).toBe("");
});

test("a tab that moves to another group keeps its text, and so does every other", () => {
  const texts = new VirtualTexts();
  const uri = texts.add(file, "Review a.ts", () => "review");
  const other = texts.add(file, "a.ts before", () => "before");
  const [first, second] = [0, 1].map(() => ({ input: new vscode.TabInputText(uri) }));
  editor.tabs = [first, second].filter((tab) => tab !== undefined);
  close(editor.tabs[0] ?? { input: undefined });
  expect(textOf(uri)).toBe("review");
  close(editor.tabs[0] ?? { input: undefined });
  expect([textOf(uri), textOf(other)]).toEqual(["", "before"]);
});
