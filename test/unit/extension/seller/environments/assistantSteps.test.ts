import { expect, test } from "vitest";

import {
  clearDraft,
  ifClosed,
  newDraft,
  type StepAnswer,
  type StepsDraft,
  walkSteps,
} from "../../../../../src/extension/seller/environments/assistantSteps.ts";

type Id = "name" | "address" | "code";

const steps: readonly Id[] = ["name", "address", "code"];

/** Answers the steps in turn; returns what each step showed. */
async function walk(
  draft: StepsDraft<Id>,
  ...answers: readonly (readonly [StepAnswer["move"], string])[]
): Promise<{ readonly isWhole: boolean; readonly shown: readonly string[] }> {
  const shown: string[] = [];
  const left = [...answers];
  const isWhole = await walkSteps(steps, draft, (id, { step, total, value }) => {
    shown.push(`${step} of ${total}: ${id} "${value}"`);
    const [move, text] = left.shift() ?? ["leave", value];
    return Promise.resolve({ move, text });
  });
  return { isWhole, shown };
}

test("each step says its number, and the walk ends after the last", async () => {
  const draft = newDraft<Id>();
  expect(await walk(draft, ["next", "Shop"], ["next", "https://a"], ["next", "7"])).toEqual({
    isWhole: true,
    shown: ['1 of 3: name ""', '2 of 3: address ""', '3 of 3: code ""'],
  });
  expect([...draft.values]).toEqual([
    ["name", "Shop"],
    ["address", "https://a"],
    ["code", "7"],
  ]);
});

test("going back keeps what was typed, in the step before and in the one that was left", async () => {
  const { shown } = await walk(
    newDraft(),
    ["next", "Shop"],
    ["back", "https://half"],
    ["next", "Shop 2"],
  );
  expect(shown).toEqual([
    '1 of 3: name ""',
    '2 of 3: address ""',
    '1 of 3: name "Shop"',
    '2 of 3: address "https://half"',
  ]);
});

test("an assistant that was left goes on where it was, and begins anew once it is done", async () => {
  const draft = newDraft<Id>();
  expect((await walk(draft, ["next", "Shop"], ["leave", "https://half"])).isWhole).toBe(false);
  expect(await walk(draft, ["next", "https://a"], ["next", "7"])).toEqual({
    isWhole: true,
    shown: ['2 of 3: address "https://half"', '3 of 3: code ""'],
  });
  clearDraft(draft);
  expect((await walk(draft)).shown).toEqual(['1 of 3: name ""']);
});

test("the first step has nothing before it", async () => {
  const { shown } = await walk(newDraft(), ["back", "Shop"]);
  expect(shown).toEqual(['1 of 3: name ""', '1 of 3: name "Shop"']);
});

test("while a draft is being asked for, a second assistant asks and saves nothing", async () => {
  const draft = newDraft<Id>();
  const saved: string[] = [];
  const pressed = (name: string): Promise<boolean | undefined> =>
    ifClosed(draft, async () => {
      const { isWhole } = await walk(draft, ["next", name], ["next", "https://a"], ["next", "7"]);
      saved.push(draft.values.get("name") ?? "");
      clearDraft(draft);
      return isWhole;
    });
  expect(await Promise.all([pressed("Shop"), pressed("Other")])).toEqual([true, undefined]);
  expect(saved).toEqual(["Shop"]);
  await expect(ifClosed(draft, () => Promise.reject(new Error("not saved")))).rejects.toThrow();
  expect(await pressed("Next")).toBe(true);
});
