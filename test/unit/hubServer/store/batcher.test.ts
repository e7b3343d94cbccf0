import { expect, test } from "vitest";

import { Batcher } from "../../../../src/hubServer/store/postgres/batcher.ts";

test("what one turn of the event loop brings shares a transaction, and what comes during it the next", async () => {
  const batches: (readonly number[])[] = [];
  const batcher = new Batcher<number, number>({
    run: async (inputs) => {
      batches.push(inputs);
      await new Promise(setImmediate);
      return inputs;
    },
    isOnesFault: () => false,
    lanes: 1,
  });
  const soon = async (input: number): Promise<number> => {
    await Promise.resolve();
    return await batcher.add(input);
  };

  const first = Promise.all([batcher.add(1), soon(2), batcher.add(3)]);
  await new Promise(setImmediate);
  const answers = await Promise.all([first, batcher.add(4), soon(5)]);

  expect(batches).toEqual([
    [1, 3, 2],
    [4, 5],
  ]);
  expect(answers).toEqual([[1, 2, 3], 4, 5]);
});
