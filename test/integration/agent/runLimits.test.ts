import { afterAll, beforeAll, expect, test } from "vitest";

import { AgentLab } from "./agentLab.ts";
import { call } from "./steps.ts";

const lab = new AgentLab();

beforeAll(() => lab.start(), 60_000);
afterAll(() => lab.hubs.dispose());

test("a stop ends the run at once", async () => {
  const stop = new AbortController();
  const { end } = await lab.play(
    lab.folder({}),
    [{ calls: [call("write_file", { path: "a", content: "x\n" })] }, { text: "End." }],
    {
      level: "ask",
      signal: stop.signal,
      approve: () => {
        stop.abort();
        return new Promise(() => undefined);
      },
    },
  );
  expect(end).toMatchObject({ outcome: "stopped", files: [] });
});

test("steps are limited", async () => {
  const look = { calls: [call("list_files", {})] };
  const { end } = await lab.play(lab.folder({}), [look, look, look], { maxSteps: 2 });
  expect(end).toMatchObject({ outcome: "budget", steps: 2 });
});

test("a search that never ends is given up", async () => {
  const { results } = await lab.play(lab.folder({ a: `${"a".repeat(40)}b\n` }), [
    { calls: [call("search_text", { query: "^(a|a)*$", is_regex: true })] },
    { text: "End." },
  ]);
  expect(results[0]).toEqual(["failed", expect.stringContaining("took longer than 2 seconds")]);
});
