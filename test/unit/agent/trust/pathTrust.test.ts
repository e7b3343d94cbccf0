import { describe, expect, test } from "vitest";

import { readAct, type ResolvedPath, writeAct } from "../../../../src/agent/trust/pathTrust.ts";

const at = (named: string, changes: Partial<ResolvedPath> = {}): ResolvedPath => ({
  named: `/work/${named}`,
  real: `/work/${named}`,
  isInside: true,
  isOurs: false,
  ...changes,
});

describe("writing", () => {
  test.each<[string, ResolvedPath, ReturnType<typeof writeAct>]>([
    ["a source file", at("src/a.ts"), "edit"],
    ["a link into .git", at("src/a.ts", { real: "/work/.git/hooks/pre-commit" }), "forbidden"],
    ["another case of .git", at(".GIT/config"), "forbidden"],
    ["a stream of .git", at(".git::$INDEX_ALLOCATION/config"), "forbidden"],
    ["the short name of .git", at("GIT~1/config"), "forbidden"],
    ["invisible characters in .git", at(".g\u200bit/config"), "forbidden"],
    ["a dot at the end of .git", at(".git./config"), "forbidden"],
    ["our storage", at("storage/x", { isOurs: true }), "forbidden"],
    ["outside", at("../x", { isInside: false }), "outside"],
    ["a secret file", at("prod.env"), "outside"],
    ["a link to a secret file", at("a.txt", { real: "/work/.env" }), "outside"],
    ["what an editor runs", at(".vscode/tasks.json"), "runnable"],
    ["what a build runs", at("Makefile"), "runnable"],
    ["what decides what is installed", at("package-lock.json"), "runnable"],
    ["what instructs agents", at("AGENTS.md"), "runnable"],
    ["a virtual environment", at(".venv/bin/python"), "runnable"],
  ])("%s", (_, path, expected) => {
    expect(writeAct(path)).toBe(expected);
  });
});

test("reading asks for secrets and for what lies outside", () => {
  expect(readAct(at("src/a.ts"))).toBe("read");
  expect(readAct(at(".git/HEAD"))).toBe("read");
  expect(readAct(at(".env"))).toBe("outside");
  expect(readAct(at("a", { real: "/work/id_rsa" }))).toBe("outside");
  expect(readAct(at("../a", { isInside: false }))).toBe("outside");
});

test.each([
  "a\nb.ts",
  "a\u202ebaba.ts",
  "a\u200fb.ts",
  "a\u2067b.ts",
  "a\u001b[31m.ts",
  "a\u200bb.ts",
])("a name that reads as another one is asked about: %j", (name) => {
  for (const path of [at(name), at("a.ts", { real: `/work/${name}` })]) {
    expect([readAct(path), writeAct(path)]).toEqual(["outside", "outside"]);
  }
});

test.each(["ação.ts", "文件.ts", "עברית.ts", "نامه\u200cها.txt", "👩\u200d💻.md", "a b.ts"])(
  "a name of any script is a name: %s",
  (name) => {
    expect([readAct(at(name)), writeAct(at(name))]).toEqual(["read", "edit"]);
  },
);
