import { beforeEach, expect, test, vi } from "vitest";

import type { Finding } from "../../../../src/agent/review/findings.ts";
import { Range, Uri } from "../../../support/editorValues.ts";

interface Thread {
  label?: string;
  range: Range;
  isGone: boolean;
  readonly comments: readonly { readonly body: { readonly value: string; isTrusted?: boolean } }[];
}

const editor = vi.hoisted(() => ({
  threads: [] as unknown[],
  texts: new Map<string, string>(),
  events: {} as Record<"opened" | "changed" | "deleted", { fire(value: unknown): void }>,
}));

vi.mock("vscode", async () => {
  const values = await import("../../../support/editorValues.ts");
  const [opened, changed, deleted] = [1, 2, 3].map(() => new values.FakeEvent<unknown>());
  Object.assign(editor.events, { opened, changed, deleted });
  return {
    Range: values.Range,
    CommentMode: { Preview: 1 },
    MarkdownString: class {
      readonly value: string;
      constructor(value: string) {
        this.value = value;
      }
    },
    l10n: { t: (text: string) => text },
    commands: { executeCommand: () => Promise.resolve() },
    comments: {
      createCommentController: () => ({
        createCommentThread: (_uri: unknown, range: unknown, comments: unknown) => {
          const thread = { range, comments, isGone: false, dispose: () => (thread.isGone = true) };
          editor.threads.push(thread);
          return thread;
        },
        dispose: () => undefined,
      }),
    },
    workspace: {
      createFileSystemWatcher: () => ({ onDidDelete: deleted?.event, dispose: () => undefined }),
      onDidOpenTextDocument: opened?.event,
      onDidChangeTextDocument: changed?.event,
      openTextDocument: (uri: Uri) => {
        const text = editor.texts.get(uri.path);
        return text === undefined
          ? Promise.reject(new Error("gone"))
          : Promise.resolve({ uri, getText: () => text });
      },
    },
  };
});

const { FindingThreads } = await import("../../../../src/extension/review/findingThreads.ts");

const uri = new Uri("/work/a.ts");
const finding: Finding = {
  file: "a.ts",
  line: 2,
  severity: "error",
  title: "T",
  evidence: "E",
};
const lines = new Map([["a.ts", new Map([[2, "return list.length;"]])]]);
// Only the path of the address is read.
const files = new Map([["a.ts", uri as never]]);

async function shown(text: string | undefined, ...findings: readonly Finding[]) {
  if (text !== undefined) {
    editor.texts.set(uri.path, text);
  }
  const threads = new FindingThreads();
  await threads.show(findings, lines, files);
  return threads;
}

const first = (): Thread => editor.threads[0] as Thread;

const change = (text: string, newText: string, end: number): void =>
  editor.events.changed.fire({
    document: { uri, getText: () => text },
    contentChanges: [{ range: new Range(1, 0, 1, end), text: newText }],
  });

beforeEach(() => {
  editor.threads.length = 0;
  editor.texts.clear();
});

test("a finding is at its line, and moved where the line is since", async () => {
  await shown("x\ny\nz\nreturn list.length;\n", finding);
  expect(first().range.start.line).toBe(3);
  expect(first().label).toBe("AI Hub review");
});

test("a line that changed is marked, and no longer once the change is undone", async () => {
  await shown("x\nreturn list.length;\n", finding);
  change("x\nreturn 1;\n", "return 1;", 19);
  expect(first().label).toContain("the line changed since");
  change("x\nreturn list.length;\n", "return list.length;", 9);
  expect(first().label).toBe("AI Hub review");
});

test("a finding in a file that is gone says so", async () => {
  await shown(undefined, finding);
  expect(first().label).toContain("the file is gone");
  await shown("x\nreturn list.length;\n", finding);
  editor.events.deleted.fire(uri);
  expect((editor.threads[1] as Thread).label).toContain("the file is gone");
});

test("no character of a model's text is Markdown", async () => {
  const evil = "[a](command:x) ![b](https://x.example/?q) <img src=x> `c` $(zap) www.x.example";
  await shown("x\nreturn list.length;\n", {
    ...finding,
    title: evil,
    evidence: `# ${evil}\n    1. x`,
  });
  const [comment] = first().comments;
  expect(comment?.body.isTrusted).toBe(false);
  const bare = comment?.body.value.replaceAll(/\\[!-/:-@[-`{-~]/gu, "") ?? "";
  expect(bare.replaceAll("**", "")).not.toMatch(/[!-/:-@[-`{-~]/u);
});

test("200 findings are shown, found by their thread and dismissed one by one or together", async () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ ...finding, title: `T${index}` }));
  const threads = await shown("x\nreturn list.length;\n", ...many);
  expect(threads.findingOf(editor.threads[7])?.title).toBe("T7");
  threads.dismiss(editor.threads[7]);
  expect(threads.findingOf(editor.threads[7])).toBeUndefined();
  expect((editor.threads as Thread[]).filter(({ isGone }) => isGone)).toHaveLength(1);
  threads.dismiss({});
  threads.clear();
  expect((editor.threads as Thread[]).every(({ isGone }) => isGone)).toBe(true);
});

test("a finding whose file is not among the changes is not shown", async () => {
  await shown("x", { ...finding, file: "/etc/passwd" });
  expect(editor.threads).toEqual([]);
});
