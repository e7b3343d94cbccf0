import { expect, test } from "vitest";

import { Composition } from "../../../src/completion/composition.ts";
import { TypingLab } from "../../support/typingLab.ts";

const file = "file:///w/a.ts";
const at = (column: number): { readonly line: number; readonly column: number } => ({
  line: 0,
  column,
});

test("a step of an input method replaces just what the last one wrote", () => {
  const composition = new Composition();
  const step = (column: number, removed: number, text: string, name = file): boolean =>
    composition.goesOn(name, { start: at(column), removed, text });
  expect(step(4, 0, "n")).toBe(false);
  expect(step(4, 1, "ni")).toBe(true);
  expect(step(4, 2, "に")).toBe(true);
  expect(step(4, 1, "日本")).toBe(true);
  expect(step(6, 0, "x")).toBe(false);
  // A letter taken back, another place, another file.
  expect(step(6, 1, "")).toBe(false);
  expect(step(2, 1, "y")).toBe(false);
  expect(step(2, 1, "z", "file:///w/b.ts")).toBe(false);
});

/** Writes as an input method does: each step in place of the last. */
async function compose(lab: TypingLab, steps: readonly string[]): Promise<void> {
  let before = "";
  for (const text of steps) {
    void lab.replace(before.length, text);
    before = text;
  }
  await lab.pass(0);
}

test("what an input method writes along an offer goes on with it, whatever its steps were", async () => {
  const lab = new TypingLab({ answer: () => ({ pieces: ["日本語です"], delayMs: 50 }) });
  lab.open("const greeting = '|'");
  await lab.key("_");
  await compose(lab, ["n", "ni", "に", "日"]);
  expect((await lab.look())?.text).toBe("本語です");
  expect(lab.asked).toHaveLength(1);
  expect(lab.completer.why).toBeUndefined();
});

test("an offer that is composed past is rejected once, not at each step", async () => {
  const lab = new TypingLab({ answer: () => ({ pieces: ["total"], delayMs: 50 }) });
  lab.open("const sum = |");
  await lab.key("_");
  await compose(lab, ["k", "ka", "か", "書", "か"]);
  expect(lab.asked).toHaveLength(1);
  // Three rejections would double the wait of 320 ms.
  void lab.look();
  await lab.pass(400);
  expect(lab.asked).toHaveLength(2);
});
