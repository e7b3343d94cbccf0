import { beforeEach, expect, test, vi } from "vitest";

import type {
  ApprovalRule,
  FolderRule,
  RuleBook,
} from "../../../../../src/agent/trust/approvalRules.ts";
import { showRules } from "../../../../../src/extension/agent/editor/ruleMenu.ts";

interface Item {
  readonly label: string;
  readonly description?: string;
}

const editor = vi.hoisted(() => ({
  told: [] as string[],
  shown: [] as (readonly Item[])[],
  /** The labels that are picked, one list after the other; Escape after the last. */
  picks: [] as string[],
}));

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  QuickPickItemKind: { Separator: -1 },
  window: {
    showInformationMessage: (text: string) => editor.told.push(text),
    showQuickPick: (items: readonly Item[]) => {
      editor.shown.push(items);
      const wanted = editor.picks.shift();
      return Promise.resolve(items.find(({ label }) => label === wanted));
    },
  },
}));

const npmTest: ApprovalRule = {
  kind: "command",
  words: ["npm", "test", "a b"],
  extent: "exact",
  effect: "allow",
};
const find: ApprovalRule = { kind: "tool", words: ["find"], extent: "exact", effect: "deny" };

class MemoryBook implements RuleBook {
  #all: readonly FolderRule[];

  constructor(all: readonly FolderRule[]) {
    this.#all = all;
  }

  rules(folder: string): readonly ApprovalRule[] {
    return this.#all.flatMap((one) => (one.folder === folder ? [one.rule] : []));
  }

  all(): readonly FolderRule[] {
    return this.#all;
  }

  add(folder: string, rule: ApprovalRule): Promise<void> {
    this.#all = [...this.#all, { folder, rule }];
    return Promise.resolve();
  }

  remove(kept: FolderRule): Promise<void> {
    this.#all = this.#all.filter((one) => one !== kept);
    return Promise.resolve();
  }
}

beforeEach(() => {
  editor.told.length = 0;
  editor.shown.length = 0;
  editor.picks.length = 0;
});

test("rules stand under their folders, with what they do; Escape changes nothing", async () => {
  const book = new MemoryBook([
    { folder: "/a", rule: npmTest },
    { folder: "/b", rule: find },
  ]);
  await showRules(book);
  expect(editor.shown[0]).toMatchObject([
    { label: "/a", kind: -1 },
    { label: 'npm test "a b"', description: "Always allow · exactly this command" },
    { label: "/b", kind: -1 },
    { label: "find", description: "Never allow · tool of a server" },
  ]);
  expect(book.all()).toHaveLength(2);
});

test("a rule that holds outside the sandbox says so", async () => {
  const rule = { ...npmTest, reach: "outsideSandbox" } as const;
  await showRules(new MemoryBook([{ folder: "/a", rule }]));
  expect(editor.shown[0]?.[1]?.description).toBe(
    "Always allow · exactly this command · outside the sandbox too",
  );
});

test("a rule is removed, and after the last one the menu says that there are none", async () => {
  const book = new MemoryBook([{ folder: "/a", rule: find }]);
  editor.picks.push("find", "Remove the rule");
  await showRules(book);
  expect(book.all()).toEqual([]);
  expect(editor.told).toHaveLength(1);
});

test("an allowed command becomes one that is never allowed", async () => {
  const book = new MemoryBook([{ folder: "/a", rule: npmTest }]);
  editor.picks.push('npm test "a b"', "Never allow");
  await showRules(book);
  expect(book.rules("/a")).toEqual([{ ...npmTest, effect: "deny" }]);
});

test("a name that would hide itself is shown by its characters", async () => {
  const hidden = { ...find, words: ["find\u202E"] };
  await showRules(new MemoryBook([{ folder: "/a", rule: hidden }]));
  expect(editor.shown[0]?.[1]?.label).not.toContain("\u202E");
});

test("where no rules can be kept, the menu says that there are none", async () => {
  await showRules(undefined);
  expect(editor.told).toHaveLength(1);
});

test("a variable is let in by its name for the open folder, listed, and removed", async () => {
  const book = new MemoryBook([]);
  const variables = { folder: "/a", names: ["MY_TOKEN", "NPM_TOKEN"] };
  editor.picks.push("Allow a secret variable for commands…", "NPM_TOKEN");
  await showRules(book, variables);
  expect(book.rules("/a")).toEqual([
    { kind: "variable", words: ["NPM_TOKEN"], extent: "exact", effect: "allow" },
  ]);
  expect(editor.shown.at(-1)?.at(-1)).toMatchObject({
    label: "NPM_TOKEN",
    description: "Always allow · secret variable of commands",
  });
  editor.shown.length = 0;
  editor.picks.push("Allow a secret variable for commands…", "", "NPM_TOKEN", "Remove the rule");
  await showRules(book, variables);
  const labels = editor.shown.map((items) => items.map(({ label }) => label));
  expect(labels[1]).toEqual(["MY_TOKEN"]);
  expect(labels[3]).toEqual(["Remove the rule"]);
  expect(book.all()).toEqual([]);
});
