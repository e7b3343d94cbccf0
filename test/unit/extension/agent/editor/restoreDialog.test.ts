import { beforeEach, expect, test, vi } from "vitest";

import type {
  RestorePlan,
  RestoreRow,
} from "../../../../../src/extension/agent/editor/agentEditor.ts";
import { askRestore } from "../../../../../src/extension/agent/editor/restoreDialog.ts";

interface Item {
  readonly label: string;
  readonly description: string;
  readonly picked: boolean;
}

const editor = vi.hoisted(() => ({
  detail: "",
  buttons: [] as readonly string[],
  press: "",
  items: [] as readonly Item[],
  pick: ((item) => item.label !== "") as (item: Item) => boolean,
}));

vi.mock("vscode", () => ({
  l10n: {
    t: (text: string, ...values: readonly unknown[]) =>
      text.replaceAll(/\{(\d)\}/gu, (_, at: string) => String(values[Number(at)])),
  },
  QuickPickItemKind: { Separator: -1 },
  window: {
    showWarningMessage: (
      _: string,
      { detail }: { readonly detail: string },
      ...buttons: readonly string[]
    ) => {
      Object.assign(editor, { detail, buttons });
      return Promise.resolve(buttons.find((button) => button === editor.press));
    },
    showQuickPick: (items: readonly Item[]) => {
      editor.items = items;
      return Promise.resolve(items.filter((item) => editor.pick(item)));
    },
  },
}));

const row: RestoreRow = {
  path: "/w/a.ts",
  name: "a.ts",
  isRemoved: false,
  isFolder: false,
  added: 2,
  removed: 3,
  hasOtherChanges: false,
  isUnsaved: false,
};
const theirs = { ...row, path: "/w/b.ts", name: "b.ts", hasOtherChanges: true };
const plan: RestorePlan = {
  rows: [row, { ...row, path: "/w/new.ts", name: "new.ts", isRemoved: true }, theirs],
  blocked: ["big.bin"],
  unknown: ["/w/large"],
  commits: ["abc1234 Keep c"],
};

beforeEach(() => {
  Object.assign(editor, { press: "", pick: () => true });
});

test("the plan says what each file gets, what stays, what cannot come back, and which commits stay", async () => {
  expect(await askRestore(plan)).toBeUndefined();
  expect(editor.detail.split("\n\n")).toEqual([
    "a.ts  +2 −3\nnew.ts  is removed",
    "Changed since by somebody else; these stay as they are:\nb.ts  +2 −3",
    "Cannot be restored, because there is no copy:\nbig.bin",
    "Other changes of commands in these folders are unknown, because the folders are too large or took too long to read:\n/w/large",
    "Commits since then stay as they are:\nabc1234 Keep c",
  ]);
  expect(editor.buttons).toEqual(["Restore", "Choose Files…"]);
});

test("the plan names an empty folder that is removed, or made again", async () => {
  const folder = { ...named("made"), isFolder: true };
  await askRestore({ ...plan, rows: [{ ...folder, isRemoved: true }, folder] });
  expect(editor.detail.split("\n\n")[0]).toBe("made  empty folder, is removed\nmade  empty folder");
});

function named(name: string): RestoreRow {
  return { ...row, path: `/w/${name}`, name };
}

test("the plan says which files can run by themselves or in a build", async () => {
  const rows = [
    named("Makefile"),
    named("sub/package.json"),
    { ...named("run.sh"), isRemoved: true },
  ];
  await askRestore({ ...plan, rows: [...rows, named("README")] });
  expect(editor.detail.split("\n\n")[0]?.split("\n")).toEqual([
    "Makefile  +2 −3, can run by itself or in a build",
    "sub/package.json  +2 −3, can run by itself or in a build",
    "run.sh  is removed",
    "README  +2 −3",
  ]);
});

test("Restore takes what nobody else changed; what another hand changed must be chosen", async () => {
  editor.press = "Restore";
  expect(await askRestore(plan)).toEqual(["/w/a.ts", "/w/new.ts"]);
  editor.press = "Choose Files…";
  editor.pick = ({ label }) => label === "b.ts";
  expect(await askRestore(plan)).toEqual(["/w/b.ts"]);
  expect(editor.items.map(({ label, picked }) => [label, picked])).toEqual([
    ["a.ts", true],
    ["new.ts", true],
    ["b.ts", false],
  ]);
  editor.pick = () => false;
  expect(await askRestore(plan)).toBeUndefined();
});

test("a plan in which nothing can be put back has no button for it", async () => {
  await askRestore({ ...plan, rows: [] });
  expect(editor.buttons).toEqual([]);
  await askRestore({ ...plan, rows: [theirs] });
  expect(editor.buttons).toEqual(["Choose Files…"]);
});

test("of many files the first are named, and the others counted", async () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({ ...row, name: `${index}.ts` }));
  await askRestore({ rows, blocked: [], unknown: [], commits: [] });
  expect(editor.detail.split("\n")).toHaveLength(13);
  expect(editor.detail).toContain("… and 8 more");
});

test("text that is not saved in the editor stays, unless its file is chosen", async () => {
  const typed = { ...row, path: "/w/typed.ts", name: "typed.ts", isUnsaved: true };
  editor.press = "Restore";
  expect(await askRestore({ ...plan, rows: [row, typed] })).toEqual(["/w/a.ts"]);
  expect(editor.detail).toContain(
    "Not saved in the editor; these stay as they are:\ntyped.ts  +2 −3",
  );
  editor.press = "Choose Files…";
  expect(await askRestore({ ...plan, rows: [row, typed] })).toEqual(["/w/a.ts", "/w/typed.ts"]);
  expect(editor.items.map(({ picked }) => picked)).toEqual([true, false]);
});

test("a plan that can put nothing back says what it cannot, not that no file differs", async () => {
  await askRestore({ rows: [], blocked: [".env"], unknown: [], commits: [] });
  expect(editor.detail).toBe(
    "Nothing can be restored.\n\nCannot be restored, because there is no copy:\n.env",
  );
  await askRestore({ rows: [], blocked: [], unknown: [], commits: [] });
  expect(editor.detail).toBe("No file differs.");
});

test("generated and ignored files come last, as one line for each folder", async () => {
  const built = ["a", "b"].map((name) => ({ ...named(`dist/${name}.js`), group: "dist" }));
  const rows = [...built, { ...named("yarn.lock"), group: "" }, row];
  await askRestore({ ...plan, rows, blocked: [], unknown: [], commits: [] });
  expect(editor.detail).toBe("a.ts  +2 −3\n2 in dist\n1 generated or ignored");
  Object.assign(editor, { press: "Choose Files…" });
  expect(await askRestore({ ...plan, rows })).toEqual([
    "/w/a.ts",
    "/w/dist/a.js",
    "/w/dist/b.js",
    "/w/yarn.lock",
  ]);
  expect(editor.items.map(({ label }) => label)).toEqual([
    "a.ts",
    "2 in dist",
    "dist/a.js",
    "dist/b.js",
    "1 generated or ignored",
    "yarn.lock",
  ]);
});
