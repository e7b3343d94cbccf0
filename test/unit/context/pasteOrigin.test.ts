import { expect, test } from "vitest";

import { findOrigin } from "../../../src/context/pasteOrigin.ts";

const source = {
  text: "import { a } from './a';\n\nexport function retry(times: number) {\n  for (let i = 0; i < times; i += 1) {\n    attempt(i);\n  }\n}\n",
};

test("finds the lines that a text was copied from", () => {
  const pasted = "export function retry(times: number) {\n  for (let i = 0; i < times; i += 1) {";
  expect(findOrigin(pasted, [source])).toEqual({ source, startLine: 3, endLine: 4 });
});

test("line ends of another system and the first line's indentation make no difference", () => {
  const windows = { text: source.text.replaceAll("\n", "\r\n") };
  const pasted = "for (let i = 0; i < times; i += 1) {\n    attempt(i);\n  }\n";
  expect(findOrigin(pasted, [windows])).toMatchObject({ startLine: 4, endLine: 6 });
});

test("says nothing where the text stands in two places, or is too little to tell", () => {
  expect(
    findOrigin("export function retry(times: number) {", [source, { ...source }]),
  ).toBeUndefined();
  expect(findOrigin("attempt(i);", [source])).toBeUndefined();
  expect(findOrigin("something that is in no file at all", [source])).toBeUndefined();
});
