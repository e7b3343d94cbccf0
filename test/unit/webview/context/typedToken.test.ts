import { describe, expect, test } from "vitest";

import { commandIn, tokenAt } from "../../../../src/webview/context/typedToken.ts";

describe("mentions", () => {
  test("begin with @ at the start of a word and end at the caret", () => {
    expect(tokenAt("@re", 3)).toEqual({ kind: "mention", start: 0, query: "re" });
    expect(tokenAt("see (@src/a now", 11)).toEqual({ kind: "mention", start: 5, query: "src/a" });
    expect(tokenAt("see @", 5)).toEqual({ kind: "mention", start: 4, query: "" });
  });

  test("are not addresses of mail, and end with the word", () => {
    expect(tokenAt("ana@example.com", 15)).toBeUndefined();
    expect(tokenAt("@file and", 9)).toBeUndefined();
    expect(tokenAt("@file and", 9, true)).toEqual({ kind: "mention", start: 0, query: "file and" });
    expect(tokenAt("@file\nand", 9, true)).toBeUndefined();
  });

  test("are found near the caret only, however long the message", () => {
    const long = "word ".repeat(100_000);
    expect(tokenAt(`${long}@x`, long.length + 2)).toMatchObject({ start: long.length, query: "x" });
  });
});

describe("commands", () => {
  test("begin the message and are one word while they are chosen", () => {
    expect(tokenAt("/ex", 3)).toEqual({ kind: "command", start: 0, query: "ex" });
    expect(tokenAt("/explain this", 13)).toBeUndefined();
    expect(tokenAt("see /ex", 7)).toBeUndefined();
    expect(tokenAt("/usr/bin", 8)).toBeUndefined();
  });

  test("take what stands behind them", () => {
    expect(commandIn("/fix  the\ntimer ")).toEqual({ name: "fix", rest: "the\ntimer" });
    expect(commandIn("/help")).toEqual({ name: "help", rest: "" });
    expect(commandIn("/usr/bin is full")).toBeUndefined();
    expect(commandIn("// comment")).toBeUndefined();
  });
});
