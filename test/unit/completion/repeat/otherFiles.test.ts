import { expect, test } from "vitest";

import { otherFilesOf } from "../../../../src/completion/repeat/otherFiles.ts";

const rename = { from: "readAll", to: "readEach", offset: 0, neighbours: "await (" };

function files(count: number, text: string): readonly { readonly text: string }[] {
  return Array.from({ length: count }, () => ({ text }));
}

const alike = "await readAll(1);\n";

test("a file is offered if the old text stands in it between the same neighbours", () => {
  const all = [alike, "return readAll(2);\n", "await readAllOf(3);\n"].map((text) => ({ text }));
  expect(otherFilesOf(rename, all, false)).toEqual([{ text: alike }]);
});

test.each([
  { held: 3, isRepeated: false, offered: 3 },
  { held: 4, isRepeated: false, offered: 0 },
  { held: 20, isRepeated: true, offered: 20 },
  { held: 21, isRepeated: true, offered: 0 },
])("of $held files with the old text $offered are offered; repeated: $isRepeated", (one) => {
  expect(otherFilesOf(rename, files(one.held, alike), one.isRepeated)).toHaveLength(one.offered);
});

test.each([
  ["name", "readAll", "private readAll"],
  ["name", "readAll", '"all"'],
  ["call", "readAll(x)", "readAll"],
])("a %s that becomes something else is not offered in other files", (_, from, to) => {
  const text = `await ${from}(1);\n`;
  expect(otherFilesOf({ ...rename, from, to }, files(1, text), false)).toEqual([]);
});
