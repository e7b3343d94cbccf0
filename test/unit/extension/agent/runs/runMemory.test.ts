import { expect, test } from "vitest";

import { RunMemory } from "../../../../../src/extension/agent/runs/runMemory.ts";

const record = {
  answerId: "answer",
  model: "model",
  first: "first",
  state: { messages: [{ role: "user", content: "Hi" }], steps: 1, cost: "0", mode: "agent" },
} as const;

test("what a run of a deleted conversation still saves is not written", async () => {
  let stored: string | undefined;
  const memory = new RunMemory({
    read: () => Promise.resolve(stored),
    write: (line) => {
      stored = line;
      return Promise.resolve();
    },
    remove: () => {
      stored = undefined;
      return Promise.resolve();
    },
  });
  memory.save(record);
  await memory.flush();
  expect(stored).toContain("Hi");
  memory.save(record);
  const forgotten = memory.forget();
  memory.save(record);
  await forgotten;
  memory.save(record);
  await memory.flush();
  expect(stored).toBeUndefined();
});
