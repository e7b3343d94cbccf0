import { expect, test } from "vitest";

import { putInFront, typedOver } from "../../../../src/extension/editor/typedAhead.ts";

const text = "one two three";
const two = { start: 4, end: 7 };

test.each([
  ["one fix three", "fix"],
  ["one  three", ""],
  ["one two two three", "two two"],
  ["one f\n  ix three", "f\n  ix"],
])("in %j, %j was typed over the selection", (after, typed) => {
  expect(typedOver(text, after, two)).toBe(typed);
});

test("at a cursor it was typed between what stands before and behind", () => {
  expect(typedOver(text, "one twox three", { start: 7, end: 7 })).toBe("x");
});

test.each(["one two three", "two three", "one fix", "One fix three", "one two three!", ""])(
  "%j is not typed over the selection",
  (after) => {
    expect(typedOver(text, after, two)).toBeUndefined();
  },
);

/** A box whose editor handles a new value only after the keys that are given for each round. */
class SlowBox {
  /** What the editor shows. */
  shown: string;
  /** Whether the next key replaces the text. */
  isSelected = false;
  #value: string;
  #waiting: string | undefined;
  readonly #listeners = new Set<(value: string) => void>();
  readonly #rounds: (readonly [before: string, after: string])[];

  constructor(value: string, ...rounds: (readonly [before: string, after: string])[]) {
    this.shown = value;
    this.#value = value;
    this.#rounds = rounds;
  }

  get value(): string {
    return this.#value;
  }

  set value(value: string) {
    this.#value = value;
    this.#waiting = value;
  }

  onDidChangeValue(listener: (value: string) => void) {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  readonly roundTrip = async (): Promise<void> => {
    const [before, after] = this.#rounds.shift() ?? ["", ""];
    const reports = this.#typed(before);
    this.shown = this.#waiting ?? this.shown;
    this.isSelected &&= this.#waiting === undefined;
    this.#waiting = undefined;
    reports.push(...this.#typed(after));
    await Promise.resolve();
    for (const report of reports) {
      this.#value = report;
      this.#listeners.forEach((listener) => listener(report));
    }
  };

  #typed(keys: string): string[] {
    return Array.from(keys, (key) => {
      this.shown = this.isSelected ? key : this.shown + key;
      this.isSelected = false;
      return this.shown;
    });
  }
}

test.each<readonly [string, string, readonly (readonly [string, string])[]]>([
  ["nobody types", "", []],
  ["keys are in the box", "x", []],
  ["keys come before the text", "", [[" lim", ""]]],
  ["keys come after the text", "", [["", " limit"]]],
  ["keys come before and after it", " l", [["im", "it"]]],
  [
    "keys come in each round",
    "",
    [
      ["a", "b"],
      ["c", "d"],
      ["e", "f"],
    ],
  ],
])("text is put in front of all keys where %s", async (_, value, rounds) => {
  const box = new SlowBox(value, ...rounds);
  await putInFront(box, "Double the", box.roundTrip);
  await box.roundTrip();
  expect(box.shown).toBe(`Double the${value}${rounds.flat().join("")}`);
  expect(box.value).toBe(box.shown);
});

test.each<readonly [string, readonly (readonly [string, string])[]]>([
  ["nobody types", []],
  [
    "a key comes before the text",
    [
      [" l", ""],
      ["", "imit"],
    ],
  ],
  ["keys come after the text", [["", " limit"]]],
])("text takes the place of selected text where %s", async (_, rounds) => {
  const box = new SlowBox("an earlier wish", ...rounds);
  box.isSelected = true;
  await putInFront(box, "Double the", box.roundTrip, "an earlier wish");
  await box.roundTrip();
  expect(box.shown).toBe(`Double the${rounds.flat().join("")}`);
  expect(box.value).toBe(box.shown);
});
