import { expect, test } from "vitest";

import { Turns } from "../../../../src/hubServer/admin/turns.ts";

test("one thing is done at a time, in the order of asking, whatever becomes of the one before", async () => {
  const turns = new Turns(10);
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

test("who would wait for too many is refused at once, and not when there is room again", async () => {
  const turns = new Turns(2);
  const answers = [1, 2, 3].map((value) => turns.take(() => Promise.resolve(value)));
  await expect(answers[2]).rejects.toMatchObject({ status: 429 });
  expect(await Promise.all(answers.slice(0, 2))).toEqual([1, 2]);
  expect(await turns.take(() => Promise.resolve(4))).toBe(4);
});
