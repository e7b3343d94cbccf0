import { describe, expect, test } from "vitest";

import { maxScript, readScript } from "../../../../src/agent/command/shellReader.ts";

const words = (script: string) => readScript(script)?.map((command) => command.words);

describe("scripts that every shell reads alike", () => {
  test.each<[string, readonly (readonly string[])[]]>([
    ["ls -la src", [["ls", "-la", "src"]]],
    ["  git status\n", [["git", "status"]]],
    ["cat a && cat b || echo no; pwd", [["cat", "a"], ["cat", "b"], ["echo", "no"], ["pwd"]]],
    [
      "grep x a |\n  wc -l",
      [
        ["grep", "x", "a"],
        ["wc", "-l"],
      ],
    ],
    ["ls\n\npwd;\n", [["ls"], ["pwd"]]],
    [`grep 'a $b "c"' "d'e"`, [["grep", `a $b "c"`, "d'e"]]],
    [`echo a"b"'c' ''`, [["echo", "abc", ""]]],
    ["ls 2>&1 | cat", [["ls"], ["cat"]]],
    ["ls >/dev/null 2>/dev/null", [["ls"]]],
    ["ls > /dev/null", [["ls"]]],
    ["npm run test:unit -- --filter=a,b", [["npm", "run", "test:unit", "--", "--filter=a,b"]]],
    ["echo 'ação 東京'", [["echo", "ação 東京"]]],
  ])("%s", (script, expected) => {
    expect(words(script)).toEqual(expected);
  });
});

describe("scripts that are not plain", () => {
  test.each([
    "",
    "   ",
    "; ls",
    "ls ;; ls",
    "ls &&",
    "ls | | cat",
    "ls &",
    "ls |& cat",
    "ls $HOME",
    "ls `pwd`",
    "ls $(pwd)",
    '"$(pwd)"',
    "(ls)",
    "{ ls; }",
    "ls {a,b}",
    "ls *.ts",
    "ls a?",
    "ls [ab]",
    "ls ~",
    "cat < a",
    "cat <<x\nx",
    "ls > out",
    "ls >/dev/nullx",
    "ls 2>&12",
    "ls>/dev/null",
    ">/dev/null",
    "ls; >/dev/null",
    "ls &>/dev/null",
    "ls # rest",
    "ls a\\ b",
    "ls 'a",
    'ls "a',
    '"a\\b"',
    "echo =ls",
    "echo ''=ls",
    "echo a^b",
    "! ls",
    "ls 'a\nb'",
    "ls 'a\tb'",
    "ls\r\npwd",
    "ls\u00a0-l",
    "ls 'a\u200bb'",
    "ls 'a\u202eb'",
    "echo é",
    "ls \u0000",
    "x".repeat(maxScript + 1),
  ])("%j", (script) => {
    expect(readScript(script)).toBeUndefined();
  });
});

test("an assignment and a reserved word are read as a program's name, which no list knows", () => {
  expect(words("PAGER=evil git log")).toEqual([["PAGER=evil", "git", "log"]]);
  expect(words("if true; then ls; fi")?.[0]).toEqual(["if", "true"]);
});
