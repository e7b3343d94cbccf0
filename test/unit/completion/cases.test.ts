import { expect, test } from "vitest";

import { acceptedIn } from "./offering.ts";

const style = { insertSpaces: true, tabSize: 2 };

test.each([
  ["the same line again and again", "{\n  |\n}\n", "total += 1;\n  ".repeat(300), undefined],
  ["a half-typed word", "console.lo|\n", "log(value);", "console.log(value);\n"],
  [
    "a half-typed expression",
    "return console.lo|\n",
    "console.log(value);",
    "return console.log(value);\n",
  ],
  [
    "the line at the cursor without its sign",
    "a();\n|return a;\n",
    "const b = a + 1;\nreturn a",
    "a();\nconst b = a + 1;\nreturn a;\n",
  ],
  [
    "the next line in other quotes",
    "f(|)\nrun('a');\n",
    'first)\nrun("a")',
    "f(first)\nrun('a');\n",
  ],
  [
    "reasoning with only its end",
    "const limit = |\n",
    "A limit.</think>20;",
    "const limit = 20;\n",
  ],
  ["a sentence in English", "const limit = |\n", "Let me complete this line.", undefined],
  ["a sentence in Portuguese", "const limite = |\n", "Segue o código:\n20;", undefined],
  ["a sentence in Spanish", "const limite = |\n", "Aquí tienes el código", undefined],
  ["code that begins like a sentence", "|\nrun();\n", "let me = 1;", "let me = 1;\nrun();\n"],
  [
    "a sentence in a docstring",
    'def a():\n    """|"""\n',
    "This function adds.",
    'def a():\n    """This function adds."""\n',
  ],
  [
    "a sentence in a docstring of lines",
    'def a():\n    """Adds.\n\n    |\n    """\n',
    "This function adds.",
    'def a():\n    """Adds.\n\n    This function adds.\n    """\n',
  ],
  ["a statement in backticks", "const limit = |\n", "`20 + 1;`", "const limit = 20 + 1;\n"],
  ["a template literal", "const limit = |\n", "`total`", "const limit = `total`\n"],
  [
    "a comment in place of code",
    "function a() {|\n}\n",
    "\n  run();\n  // ... existing code",
    "function a() {\n  run();\n}\n",
  ],
  [
    "steps of four in a file of two",
    "function a() {|\n}\n",
    "\n    if (b) {\n        run();\n    }",
    "function a() {\n  if (b) {\n    run();\n  }\n}\n",
  ],
])("what an answer adds is fitted or dropped: %s", (_, text, answer, expected) => {
  const [before = "", after = ""] = text.split("|");
  expect(acceptedIn({ before, after }, answer, style)).toBe(expected);
});
