import { expect, test } from "vitest";

import { Turns } from "../../../../../src/hubServer/admin/base/turns.ts";

test("one thing is done at a time, in the order of asking, whatever becomes of the one before", async () => {
  const turns = new Turns();
  const done: string[] = [];
  const task = (name: string) => async (): Promise<string> => {
    done.push(`${name} begins`);
    await Promise.resolve();
    done.push(`${name} ends`);
    if (name === "first") {
      throw new Error("first failed");
    }
    return name;
  };
  const first = turns.take(task("first"));
  const second = turns.take(task("second"));
  await expect(first).rejects.toThrow("first failed");
  expect(await second).toBe("second");
  expect(done).toEqual(["first begins", "first ends", "second begins", "second ends"]);
});

test("how many wait is known, and none when all is done", async () => {
  const turns = new Turns();
  const answers = [1, 2, 3].map((value) => turns.take(() => Promise.resolve(value)));
  expect(turns.waiting).toBe(3);
  expect(await Promise.all(answers)).toEqual([1, 2, 3]);
  expect(turns.waiting).toBe(0);
});
