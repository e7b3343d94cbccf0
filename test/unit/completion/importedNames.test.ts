import { expect, test } from "vitest";

import { importedNames } from "../../../src/completion/importedNames.ts";

test.each([
  [
    'import { Invoice, type Line as Row } from "./invoice.ts";\nconst total = 1;\n',
    "Invoice Line Row",
  ],
  [
    'import {\n  Invoice,\n  taxOf,\n} from "./invoice.ts";\n\nfunction other() {}\n',
    "Invoice taxOf",
  ],
  [
    "from shop.money import (\n    Money,\n    rounded,\n)\nvalue = 1\n",
    "shop money Money rounded",
  ],
  ["use crate::money::{Money, Tax};\nfn main() {}\n", "crate money Money Tax"],
  ['const { Pool } = require("./pool.js");\r\nlet other;\r\n', "Pool require"],
  ["total = 1\n", ""],
])("the names that %j imports", (head, names) => {
  expect([...importedNames(head)].join(" ")).toBe(names);
});

test("an import that never ends is not read on for ever", () => {
  const head = `import {\n${"  some,\n".repeat(59)}${"  more,\n".repeat(200)}`;
  expect([...importedNames(head)]).toEqual(["some", "more"]);
  expect([...importedNames(`import {\n${"  some,\n".repeat(70)}  more,\n`)]).toEqual(["some"]);
});

test("an import that is not typed to its end takes no names of the code below", () => {
  const head =
    "import { readFile, wri\n\nexport function load(path) {\n  return readFile(path);\n}\n";
  expect([...importedNames(head)]).toEqual(["readFile", "wri"]);
});
