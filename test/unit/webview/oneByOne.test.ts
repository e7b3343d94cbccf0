import { setTimeout as delay } from "node:timers/promises";

import { expect, test, vi } from "vitest";

import { oneByOne } from "../../../src/webview/kit/oneByOne.ts";

test("what waits for a message of a list goes on before the next one is heard, in order", async () => {
  const log: unknown[] = [];
  const hear = oneByOne((message) => {
    log.push(message);
    void Promise.resolve()
      .then(() => undefined)
      .then(() => log.push(`after ${String(message)}`));
  });
  hear([1, 2, 3]);
  expect(log).toEqual([1]);
  hear([]);
  hear([4]);
  await vi.waitFor(() => expect(log).toHaveLength(8));
  hear([5]);
  await delay(1);
  expect(log).toEqual([1, 2, 3, 4, 5].flatMap((message) => [message, `after ${message}`]));
});
