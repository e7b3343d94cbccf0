import { describe, expect, test } from "vitest";

import { closersWanted } from "../../../src/completion/brackets.ts";
import { cleanAnswer, fitText } from "../../../src/completion/clean.ts";
import { AnswerCutter, lineRuleAt } from "../../../src/completion/lineRule.ts";
import { linesOf } from "../../../src/completion/textLines.ts";

const style = { insertSpaces: true, tabSize: 2 };

function place(text: string) {
  const at = text.indexOf("|");
  const before = text.slice(0, at).split("\n");
  const cursor = { line: before.length - 1, column: before.at(-1)?.length ?? 0 };
  return { lines: linesOf(text.replace("|", "")), cursor, style };
}

/** What is offered at `|` if a model answers so. */
function offered(text: string, answer: string): string {
  const at = place(text);
  const cutter = new AnswerCutter(lineRuleAt(at.lines, at.cursor, 12, style));
  for (const piece of answer.match(/[\s\S]{1,3}/gu) ?? []) {
    if (cutter.push(piece)) {
      break;
    }
  }
  cutter.end();
  const cleaned = cleanAnswer(cutter.text, at);
  return fitText(cleaned, at, closersWanted(at.lines, at.cursor)).text;
}

function isSeveral(text: string): boolean {
  const { lines, cursor } = place(text);
  return lineRuleAt(lines, cursor, 12).isSeveral;
}

describe("an answer is of no use", () => {
  test.each([
    ["empty", ""],
    ["blank", "  \n "],
    ["under four units", "ab"],
    ["an apology", "I'm sorry, but I cannot help with that."],
    [
      "an explanation of the code by a proxy that dropped the suffix",
      "The code defines a sum of numbers.",
    ],
    ["prose in Portuguese", "Aqui está o código completo:"],
    ["a path", "src/other/file.ts"],
    ["a control token", "total<|fim_middle|>"],
    ["a control token of DeepSeek", "total<｜fim▁end｜>"],
    ["thinking without an end", "<think>Hmm, what is"],
    ["text that is shown in another order than it runs", "1; // \u202E } fi\u2066"],
    ["an escape sequence of a terminal", "total\u001B[31m;"],
    ["characters that nobody sees", "total\u200B + other;"],
    ["half a character", "total\uD83D;"],
    ["a line without an end", "x".repeat(100_000)],
    ["blanks without an end", " ".repeat(100_000)],
  ])("%s", (_, answer) => {
    expect(offered("const a = 1;\nconst sum = |\n", answer)).toBe("");
  });

  test("the line above or below", () => {
    expect(offered("const a = 1;\nconst |\nconst b = 2;", "a = 1;")).toBe("");
    expect(offered("const a = 1;\nconst |\nconst b = 2;", "b = 2;")).toBe("");
  });

  test("prose stays in a comment", () => {
    expect(offered("// |\nrun();", "The code below runs all.")).toBe("The code below runs all.");
  });
});

describe("an answer is trimmed", () => {
  test.each([
    ["a fence", "const sum = |\n", "```ts\ntotal + 1;\n```", "total + 1;"],
    ["a repeated start of the line", "  const sum = |\n", "const sum = total + 1;", "total + 1;"],
    ["the closing bracket of the line", "call(|)", "first, second)", "first, second"],
    ["the end of the line", "call(|);", "first, second);", "first, second"],
    ["a closing quote", 'const a = "|";', 'hello"', "hello"],
    ["a bracket of its own stays", "call(|)", "other(first)", "other(first)"],
    ["an opener of the line", "if (a > |) {", "b) {", "b"],
    ["trailing blanks", "const sum = |", "total + 1;   ", "total + 1;"],
    ["what is thought", "const sum = |", "<think>so</think>total + 1;", "total + 1;"],
  ])("%s", (_, text, answer, expected) => {
    expect(offered(text, answer)).toBe(expected);
  });

  test("tabs where the file has tabs", () => {
    const at = { ...place("if a:\n\t|\n"), style: { insertSpaces: false, tabSize: 4 } };
    expect(cleanAnswer("first()\n    second()", at)).toBe("first()\n\tsecond()");
  });
});

describe("an answer that repeats or announces more than the missing text", () => {
  const block = "function a() {\n  |\n}\n";
  test.each([
    ["the line above", "run(first);\nconst s|\n", "run(first);\nconst sum = 1 + 2;", "um = 1 + 2;"],
    [
      "two lines above",
      "run(first);\n}\n\nconst s|\n",
      "run(first);\n}\nconst sum = 1 + 2;",
      "um = 1 + 2;",
    ],
    ["only the line above", "run(first);\nconst sum|\n", "run(first);", ""],
    ["the line that opens the block", block, "function a() {\n  first();\n}", "first();"],
    ["the blanks of the cursor's line", block, "  first();\n  second();", "first();\n  second();"],
    ["the sign of a comment", "run();\n// |\n", "// starts all", "starts all"],
    [
      "a sentence before a fence",
      block,
      "Here is the missing code:\n\n```ts\nfirst();\n```\n\nIt runs.",
      "first();",
    ],
  ])("%s", (_, text, answer, expected) => {
    expect(offered(text, answer)).toBe(expected);
  });

  test("a closer in the block is not taken for the one below the cursor", () => {
    const answer = "if (b) {\n    first();\n  }\n  second();";
    expect(offered(block, answer)).toBe(answer);
  });
});

describe("between the braces of one line", () => {
  test.each([
    ["a block with line breaks", "\n  first();\n", "\n  first();\n"],
    ["a block without the last one", "\n  first();", "\n  first();\n"],
    ["a block from a fence", "```ts\n  first();\n```", "\n  first();\n"],
    ["code on the same line", " first(); ", " first()"],
  ])("%s", (_, answer, expected) => {
    expect(offered("run(() => {|});\n", answer)).toBe(expected);
  });
});

describe("an answer of several lines", () => {
  test("only where a block is open and nothing deeper stands in it", () => {
    expect(isSeveral("function a() {\n  |\n}")).toBe(true);
    expect(isSeveral("function a() {|")).toBe(true);
    expect(isSeveral("def a():|\n\nb()")).toBe(true);
    expect(isSeveral("function a() {|\n  return 1;\n}")).toBe(false);
    expect(isSeveral("const a = |")).toBe(false);
  });

  test.each([
    [
      "at a line that is indented less",
      "  first();\n  second();\nthird();",
      "first();\n  second();",
    ],
    ["at the closing bracket that stands below", "first();\n}\n", "first();"],
    ["at the third line alike", "a(1);\n  a(2);\n  a(3);\n  a(4);", "a(1);\n  a(2);"],
    [
      "after twelve lines",
      Array.from({ length: 20 }, (_, index) => `  line${"x".repeat(index)}();`)
        .join("\n")
        .trim(),
      Array.from({ length: 12 }, (_, index) => `  line${"x".repeat(index)}();`)
        .join("\n")
        .trim(),
    ],
  ])("ends %s", (_, answer, expected) => {
    expect(offered("function a() {\n  |\n}\n", answer.trimStart())).toBe(expected);
  });

  test("ends at a line that stands below", () => {
    expect(offered("function a() {\n  |\n  return all;\n}\n", "first();\n  return all;\n}")).toBe(
      "first();",
    );
  });

  test("closes the block that nothing below closes, and goes no further", () => {
    expect(offered("function a() {|\n", "\n  return 1;\n}\nfunction b() {\n}")).toBe(
      "\n  return 1;\n}",
    );
  });
});

test.each([
  ["a block above is not closed yet", "if (a) {\n  if (let(|\n} else {\n}\n}\n", "name)) {"],
  [
    "the text is too long to be read to its end",
    `fn f() {\n  var(|\n}\n}\n${"x\n".repeat(300)}`,
    "name)",
  ],
  ["the text's start is too far above", `class A {\n${"x\n".repeat(300)}  var(|\n}\n}\n`, "name)"],
])("a bracket of the cursor's line is closed by the answer where %s", (_, text, answer) => {
  expect(offered(text, answer)).toBe(answer);
});

test("emoji, and the joiners in them, are text as any other", () => {
  expect(offered("const face = |\n", '"👩‍💻❤️";')).toBe('"👩‍💻❤️";');
});
