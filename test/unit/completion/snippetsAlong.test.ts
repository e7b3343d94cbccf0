import { expect, test } from "vitest";

import type { Snippet } from "../../../src/completion/snippets.ts";
import { pause } from "../../../src/shared/base/waiting.ts";
import { deferred } from "../../support/deferred.ts";
import { type Answering, TypingLab } from "../../support/typingLab.ts";

const file = "const total = 1;\nconst other = 2;\n";
const answer = (): Answering => ({ pieces: ["no;"], delayMs: 200 });

test("snippets that do not come in 15 ms go with the next request", async () => {
  const found = deferred<readonly Snippet[]>();
  const lab = new TypingLab({
    answer,
    snippets: () => found.promise,
  }).open(`${file}const sum = to|`);
  await lab.key("t");
  found.resolve([{ path: "b.ts", text: "export const b = 1;" }]);
  await lab.key("u");
  expect(lab.asked.map(({ snippets }) => snippets.length)).toEqual([0, 1]);
});

test("snippets are found while the wait for the next key lasts: the first request has them", async () => {
  const lab: TypingLab = new TypingLab({
    answer,
    snippets: async () => {
      await pause(lab.clock, 60, new AbortController().signal);
      return [{ path: "b.ts", text: "export const b = 1;" }];
    },
  }).open(`${file}const sum = to|`);
  await lab.key("t");
  expect(lab.asked.map(({ snippets }) => snippets.length)).toEqual([1]);
});

test("a save while the wait lasts delays no request: it has the snippets of before, the next one others", async () => {
  let count = 0;
  const lab = new TypingLab({
    answer,
    snippets: () => {
      count += 1;
      return Promise.resolve([{ path: "b.ts", text: `export const b = ${count};` }]);
    },
  }).open(`${file}const sum = to|`);
  await lab.key("t", 50);
  lab.completer.saved();
  await lab.pass(1_000);
  expect(count).toBe(1);
  await lab.key("u");
  expect(lab.asked.map(({ snippets }) => snippets[0]?.text)).toEqual([
    "export const b = 1;",
    "export const b = 2;",
  ]);
});

test("a snippet that is too long for the model stays away, the others go, and they are chosen anew", async () => {
  const large = { path: "a.ts", text: "value = make(1);\n".repeat(100) };
  const small = { path: "b.ts", text: "export const b = 1;" };
  let count = 0;
  const lab = new TypingLab({
    answer,
    snippets: () => {
      count += 1;
      return Promise.resolve(count === 1 ? [large, small] : [small]);
    },
  }).open(`${file}const sum = to|`);
  await lab.key("t");
  await lab.key("u");
  await lab.key("v");
  expect(lab.asked.map(({ snippets }) => snippets)).toEqual([[small], [small], [small]]);
  expect(count).toBe(2);
});
