import { expect, test } from "vitest";

import { parseStartArguments } from "../../../scripts/tasks/startArguments.ts";

test("without arguments everything is left to what the machine has", () => {
  expect(parseStartArguments([])).toEqual({ editor: undefined, isOpening: true, port: undefined });
});

test("editor, port and a wish not to open anything are understood", () => {
  expect(parseStartArguments(["--editor", "codium", "--no-open", "--port", "9000"])).toEqual({
    editor: "codium",
    isOpening: false,
    port: 9000,
  });
});

test.each([
  [["--editor", "emacs"], 'Unknown editor "emacs".'],
  [["--port", "65536"], '"65536" is no port'],
  [["--port", "-1"], "--port"],
  [["--prot", "9000"], "--prot"],
  [["somewhere"], "somewhere"],
])("%j is refused with what is wrong and how it is used", (args, reason) => {
  expect(() => parseStartArguments(args)).toThrow(reason);
  expect(() => parseStartArguments(args)).toThrow("npm start -- [--editor code|");
});
