import assert from "node:assert/strict";
import { test } from "node:test";

import { retry } from "../src/retry.mjs";

test("a task that fails twice succeeds at the third attempt", async () => {
  let calls = 0;
  const waits = [];
  const answer = await retry(
    () => {
      calls += 1;
      return calls < 3 ? Promise.reject(new Error("busy")) : Promise.resolve("here");
    },
    {
      attempts: 3,
      limitMs: 10_000,
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    },
  );
  assert.equal(answer, "here");
  assert.deepEqual(waits, [200, 400]);
});
