import { expect, test } from "vitest";

import { acceptedIn } from "./offering.ts";

const style = { insertSpaces: true, tabSize: 2 };

test.each([
  [
    "a template's end",
    "const url = `${encodeURI(|)}`\n",
    "file)}`;",
    "const url = `${encodeURI(file)}`;\n",
  ],
  [
    "a format string's end",
    'print(f"total {|}")\n',
    'total:.2f}")',
    'print(f"total {total:.2f}")\n',
  ],
  ["a block's end", "if (isEmpty) {|}\n", "\n  return 1;\n}", "if (isEmpty) {\n  return 1;\n}\n"],
  [
    "a call's and a block's end",
    "items.map((item) => {|})\n",
    "\n  return item.id;\n});",
    "items.map((item) => {\n  return item.id;\n});\n",
  ],
  ["closers apart", 'call("|")\n', 'first", other)', 'call("first", other)\n'],
  [
    "a blank before a closer",
    "const a = {|}\n",
    " first, second };",
    "const a = { first, second };\n",
  ],
  ["nothing that the text opens again", "f(one|);\n", "Two).then(", "f(oneTwo).then();\n"],
  ["no bracket of the text's own", "call(|)\n", "other(first)", "call(other(first))\n"],
  ["the line's own sign", "call(|),\n", "first);", "call(first),\n"],
  [
    "a type's end",
    "const a: Map<string, Set<|>>\n",
    "number>> = new Map();",
    "const a: Map<string, Set<number>> = new Map();\n",
  ],
  [
    "a block's end above one like it",
    "if (a) {\n  if (b) {|}\n}\n",
    "\n    run();\n  }",
    "if (a) {\n  if (b) {\n    run();\n  }\n}\n",
  ],
  ["nothing if a bracket would stand open", "call(|)\n", "first, {", undefined],
])("an accepted answer replaces the closers that it repeats: %s", (_, text, answer, expected) => {
  const [before = "", after = ""] = text.split("|");
  expect(acceptedIn({ before, after }, answer, style)).toBe(expected);
});
