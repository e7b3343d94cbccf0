import { expect, test } from "vitest";

import { isPlain } from "../../../src/edits/checkPlaced.ts";
import { linesOf } from "../../../src/edits/fileLines.ts";
import { placeBlock } from "../../../src/edits/placeBlock.ts";

interface Result {
  readonly file: string;
  readonly code: string;
  readonly after: string;
  readonly language?: string;
}

function isOffered({ file, code, after, language = "ts" }: Result): boolean {
  const rows = linesOf(code);
  const isElided = rows.map((line) => line.trim() === "// ...");
  return isPlain({ file: linesOf(file), code: rows, isElided, lines: linesOf(after) }, language);
}

const file = `function open(path) {
  check(path);
  const handle = start(path);
  remember(handle);
  return handle;
}

function close(handle) {
  forget(handle);
  finish(handle);
}
`;
const openShort = "function open(path) {\n  // ...\n  return handle ?? none;\n}";
const openBlock =
  "function open(path) {\n  // ...\n  remember(handle);\n  return handle ?? none;\n}";

test("a result that has the block, and the rest of the file, is offered", () => {
  const after = file.replace("return handle;", "return handle ?? none;");
  expect(isOffered({ file, code: openBlock, after })).toBe(true);
});

test("a line of the block that the result lacks is found", () => {
  const after = file.replace("return handle;", "return handle ?? undefined;");
  expect(isOffered({ file, code: openBlock, after })).toBe(false);
});

test("a line that goes although a gap may stand for it is found", () => {
  const after = file.replace("  return handle;", "  return handle ?? none;");
  expect(isOffered({ file, code: openShort, after })).toBe(false);
  const less = after.replace("  remember(handle);\n", "");
  expect(isOffered({ file, code: openShort, after: less })).toBe(false);
});

test("a line that goes outside of the block is found", () => {
  const after = file
    .replace("return handle;", "return handle ?? none;")
    .replace("  forget(handle);\n", "");
  expect(isOffered({ file, code: openBlock, after })).toBe(false);
});

test("a gap that stands for nothing is found, and one that may end at two lines", () => {
  const after = file.replace("return handle;", "return handle ?? none;");
  const empty = "  remember(handle);\n  // ...\n  return handle ?? none;\n}";
  expect(isOffered({ file, code: empty, after })).toBe(false);
  const twice = file.replace(
    "  check(path);",
    "  check(path);\n  remember(handle);\n  check(path);",
  );
  expect(
    isOffered({
      file: twice,
      code: openBlock,
      after: twice.replace("return handle;", "return handle ?? none;"),
    }),
  ).toBe(false);
});

function visitor(type: string): string {
  return `  visit(binding: ${type}) {\n    this.${type}s.add(binding);\n    return this.next;\n  }\n`;
}

test("a function in place of its namesake is found by the lines that the file has elsewhere", () => {
  const before = `class A {\n${visitor("linked")}\n${visitor("instance")}}\n`;
  const code = visitor("instance").replace("visit(", "visit(extra, ");
  const after = `class A {\n${code}\n${visitor("instance")}}\n`;
  expect(isOffered({ file: before, code, after })).toBe(false);
});

test("the last line of a body may change where only the indentation ends it", () => {
  const before = "def add(a, b):\n    check(a)\n    return a + b\n\ndef run():\n    add(1, 2)\n";
  const code = "def add(a, b):\n    check(a)\n    return b + a";
  const after = before.replace("a + b", "b + a");
  expect(isOffered({ file: before, code, after, language: "python" })).toBe(true);
});

test("a rule of CSS with other selectors does not replace the rule behind it", () => {
  const rules = `h1,
h2,
h3,
strong {
  color: #000000;
}

h1,
h2,
h3,
b,
strong,
th {
  font-weight: 600;
}
`;
  const code = `h1,
h2,
h3,
strong {
  color: #000000;
}

added16362,
h2,
h3,
strong {
  --step58: 1px;
}`;
  const placed = placeBlock(linesOf(rules), { code, language: "css" });
  const offered = placed?.doubt === undefined ? placed?.lines.join("\n") : undefined;
  expect([
    undefined,
    rules.replace("}\n\nh1", `}\n\n${code.split("\n\n")[1] ?? ""}\n\nh1`),
  ]).toContain(offered);
});

test("a function that stands in a text of the file, too, is not clear", () => {
  const upper = "const Upper = () => {\n  use(upper);\n  return first;\n}\n";
  const before = `const text = \`\n${upper}\`;\n\n${upper.replace("first", "second")}`;
  const code = "const Upper = () => {\n  use(upper);\n}";
  const after = before.replace("  return first;\n", "");
  expect(isOffered({ file: before, code, after })).toBe(false);
});

test("a declaration beside the block's does not go because another one is indented otherwise", () => {
  const before =
    "class A {\n    var uses: Bool {\n        return no\n    }\n    func register() {\n        run()\n    }\n\n   func other() {\n    }\n}\n";
  const code = "    var uses: Bool {\n        return yes\n    }";
  const after =
    "class A {\n    var uses: Bool {\n        return yes\n    }\n\n   func other() {\n    }\n}\n";
  expect(isOffered({ file: before, code, after, language: "swift" })).toBe(false);
});

const withLimit = (more: string): string =>
  `export const limit = 3;\n\n${more}export function first() {\n  return 0;\n}\n\nexport function last() {\n  return 0;\n}\n`;
const raisedLimit = (text: string): string =>
  text.replace("limit = 3", "limit = 5").replace(/return 0(?=;\n\}\n$)/u, "return limit");

test("a constant with a new value may stand alone between gaps, unless its name stands elsewhere, too", () => {
  const code = "export const limit = 5;\n\n// ...\n\nexport function last() {\n  return limit;\n}";
  const [once, twice] = [withLimit(""), withLimit("const limit = 1;\n\n")];
  expect(isOffered({ file: once, code, after: raisedLimit(once) })).toBe(true);
  expect(isOffered({ file: twice, code, after: raisedLimit(twice) })).toBe(false);
});
