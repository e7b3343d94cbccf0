import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { oneByOne } from "../../../src/webview/kit/oneByOne.ts";

/** Hears numbers, and what waits for each a while later; even ones are waited for by nobody. */
function heard() {
  const log: unknown[] = [];
  const hear = oneByOne(
    (message) => {
      log.push(message);
      void Promise.resolve()
        .then(() => undefined)
        .then(() => log.push(`after ${String(message)}`));
    },
    (message) => Number(message) % 2 === 0,
  );
  return { log, hear };
}

test("what waits for a message of a list goes on before the next one is heard, in order", async () => {
  const { log, hear } = heard();
  hear([1, 3, 5]);
  expect(log).toEqual([1]);
  hear([]);
  hear([7]);
  await expect.poll(() => log).toHaveLength(8);
  hear([9]);
  await delay(1);
  expect(log).toEqual([1, 3, 5, 7, 9].flatMap((message) => [message, `after ${message}`]));
});

test("what nobody waits for is heard at once, up to what is waited for", async () => {
  const { log, hear } = heard();
  hear([2, 4, 5, 6]);
  expect(log).toEqual([2, 4, 5]);
  await expect.poll(() => log).toHaveLength(8);
  expect(log.slice(3)).toEqual(["after 2", "after 4", "after 5", 6, "after 6"]);
});

test("a message that cannot be heard keeps nothing back", async () => {
  const log: unknown[] = [];
  const hear = oneByOne(
    (message) => {
      if (message === "bad") {
        throw new Error("no luck");
      }
      log.push(message);
    },
    () => true,
  );
  expect(() => hear(["bad", "good"])).toThrow("no luck");
  await expect.poll(() => log).toEqual(["good"]);
});
