import { beforeEach, expect, test, vi } from "vitest";

import { Conversations } from "../../../../src/chat/conversations.ts";
import { createAttachment } from "../../../../src/context/attachment.ts";
import { quickFixCommands } from "../../../../src/extension/editing/quickFixes.ts";
import { ChatView } from "../../../../src/extension/view/chatView.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";

const lines = ["let a = 1;", "let b = a;", "use(b);"];

const editor = vi.hoisted(() => ({
  lines: [] as readonly string[],
  problems: [] as unknown[],
  warnings: [] as string[],
}));

vi.mock("vscode", () => {
  class Range {
    readonly start: { line: number; character: number };
    readonly end: { line: number; character: number };
    constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
      this.start = { line: startLine, character: startCharacter };
      this.end = { line: endLine, character: endCharacter };
    }
  }
  return {
    Range,
    CodeActionKind: { QuickFix: {}, Empty: {} },
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    l10n: { t: (text: string) => text },
    Uri: { parse: (text: string) => ({ path: text, toString: () => text }) },
    window: {
      showTextDocument: () => Promise.resolve(),
      showInformationMessage: (text: string) => {
        editor.warnings.push(text);
      },
      showWarningMessage: (text: string) => {
        editor.warnings.push(text);
      },
    },
    workspace: {
      asRelativePath: () => "first.ts",
      openTextDocument: (uri: unknown) =>
        Promise.resolve({
          uri,
          languageId: "typescript",
          lineCount: editor.lines.length,
          validateRange: (range: unknown) => range,
          getText: () => editor.lines.join("\n"),
        }),
    },
    languages: { getDiagnostics: () => editor.problems },
  };
});

const place = { uri: "file:///first.ts", startLine: 0, endLine: 2 };

interface Edit {
  readonly range: { readonly start: number; readonly end: number };
  readonly proposed: string | undefined;
}

let edits: Edit[];
let asked: number;
let focused: number;
let sidebar: ChatView;

beforeEach(() => {
  asked = 0;
  edits = [];
  focused = 0;
  editor.lines = lines;
  editor.problems = [];
  editor.warnings = [];
  let id = 0;
  const conversations = new Conversations({
    store: new MemoryStore(),
    clock: new FakeClock(),
    newId: () => `new-${(id += 1)}`,
    onStorageFailure: () => undefined,
    streamChat: () => {
      asked += 1;
      throw new Error("Nothing is asked by a command");
    },
  });
  let remembered: string | undefined;
  sidebar = new ChatView(conversations, {
    get: () => remembered,
    set: (shown) => {
      remembered = shown;
    },
  });
});

function commands() {
  return quickFixCommands(
    {
      places: {
        sidebar,
        active: () => sidebar,
        openTab: () => undefined,
        focus: () => {
          focused += 1;
          return Promise.resolve();
        },
      },
      files: { refuses: () => Promise.resolve(false) },
      // What a command could send with is at hand, as in the extension.
      connection: { state: { state: "ready" }, start: () => Promise.resolve() },
      models: { selected: "hub-demo", list: () => Promise.resolve({ models: [] }) },
    } as unknown as Parameters<typeof quickFixCommands>[0],
    {
      edit: (_document, range, proposed) => {
        edits.push({ range, proposed });
        return Promise.resolve();
      },
    },
  );
}

test("fix here proposes the problem as the instruction of an edit in place, and sends nothing", async () => {
  editor.problems = [
    {
      range: { start: { line: 1, character: 4 }, end: { line: 1, character: 5 } },
      severity: 0,
      message: "b is never read",
    },
  ];
  await commands().fixHere({ ...place, startLine: 1, endLine: 1 });
  expect(edits).toEqual([{ range: { start: 0, end: 3 }, proposed: "Fix: {0}" }]);
  expect(asked).toBe(0);
});

test.each([1, 3])(
  "fix here leaves the line end at the end of a file alone, with a problem in row %i",
  async (line) => {
    editor.lines = [...lines, ""];
    const at = { line, character: 0 };
    editor.problems = [{ range: { start: at, end: at }, severity: 0, message: "Expected a }" }];
    await commands().fixHere({ ...place, startLine: line, endLine: line });
    expect(edits).toEqual([{ range: { start: 0, end: 3 }, proposed: "Fix: {0}" }]);
  },
);

test("fix here says so where there is no problem", async () => {
  await commands().fixHere(place);
  expect([edits, editor.warnings]).toEqual([[], ["There is no problem on this line."]]);
});

test.each([
  ["explain", "Explain what this code does"],
  ["fix", "Find what is wrong with this code"],
] as const)("%s writes its question for Enter to send, and sends nothing", async (name, begin) => {
  await commands()[name](place);
  const { session, draft } = await sidebar.conversation();
  expect(draft.text).toContain(begin);
  expect(draft.attachments).toHaveLength(1);
  expect([asked, session.conversation.messages.length, focused]).toEqual([0, 0, 1]);
});

test("the arguments of a lightbulb, which every extension can read, do not make it send either", async () => {
  editor.problems = [
    {
      range: { start: { line: 1, character: 4 }, end: { line: 1, character: 5 } },
      severity: 0,
      message: "b is never read",
    },
  ];
  await commands().fix(place);
  const { session, draft } = await sidebar.conversation();
  expect(draft.text).toContain("Fix these problems.");
  expect(draft.attachments.map(({ info }) => info.kind)).toEqual(["selection", "problems"]);
  expect([asked, session.conversation.messages.length]).toEqual([0, 0]);
});

test("what was typed already stays above the question", async () => {
  const { draft } = await sidebar.conversation();
  draft.setText("Mine first", draft.version + 1);
  await commands().explain(place);
  expect((await sidebar.conversation()).draft.text).toMatch(/^Mine first\n\nExplain what/u);
});

test("a message that holds no more attachments says so instead of asking about nothing", async () => {
  const { draft } = await sidebar.conversation();
  let count = 0;
  const source = { kind: "file", path: "other.ts", languageId: "typescript" } as const;
  while (draft.add(createAttachment(`${(count += 1)}`, source, `text ${count}`))) {
    expect(count).toBeLessThan(1_000);
  }
  await commands().explain(place);
  expect(editor.warnings).toEqual([
    "This message has as many attachments as it can hold. Remove one first.",
  ]);
});

test("a command that is called over and over piles nothing up", async () => {
  await commands().explain(place);
  const { text } = (await sidebar.conversation()).draft;
  await commands().explain(place);
  const { draft } = await sidebar.conversation();
  expect([draft.text, draft.attachments.length]).toEqual([text, 1]);
});
