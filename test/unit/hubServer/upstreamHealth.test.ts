import { expect, test } from "vitest";

import { readChatCall } from "../../../src/hubServer/models/chatCall.ts";
import type {
  CallContext,
  ModelSource,
  RunChat,
} from "../../../src/hubServer/models/modelSource.ts";
import { sumHours, UpstreamHealth } from "../../../src/hubServer/upstream/upstreamHealth.ts";
import { FakeClock } from "../../support/fakeClock.ts";

const minute = 60_000;
const call = readChatCall(
  new TextEncoder().encode('{"model":"m","stream":true,"messages":[]}'),
  "openai",
);

const breaks: RunChat = () =>
  Promise.resolve({
    status: 200,
    headers: {},
    body: () => Promise.reject(new Error("broke off")),
  });

const refuses =
  (status: number): RunChat =>
  () =>
    Promise.resolve({ status, headers: {}, body: "" });

function lab() {
  const clock = new FakeClock();
  const health = new UpstreamHealth(clock);
  const client = new AbortController();
  const context: CallContext = {
    requestId: "r",
    signal: client.signal,
    tap: {
      add: () => true,
      addCounted: () => undefined,
      blockBegan: () => undefined,
      report: () => undefined,
      cut: () => undefined,
      fail: () => undefined,
      finish: () => undefined,
      lost: () => undefined,
    },
  };
  const ask = async (chat: RunChat, model = "m"): Promise<void> => {
    const source: ModelSource = {
      name: "up",
      list: () => Promise.resolve([]),
      find: () => Promise.resolve({ chat }),
    };
    const found = await health.watched(source).find(model, true);
    const response = await found?.chat?.(call, context);
    if (typeof response?.body === "function") {
      await response.body({ write: () => true, drained: () => Promise.resolve() });
    }
  };
  /** Text after 2 seconds, 30 tokens at the end of 6. */
  const speaks: RunChat = (_, { tap }) =>
    Promise.resolve({
      status: 200,
      headers: {},
      body: () => {
        clock.advance(2_000);
        tap.add("Yes");
        clock.advance(4_000);
        tap.report({ inputTokens: 1, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 30 });
        return Promise.resolve();
      },
    });
  const hours = (avoided: readonly (readonly [string, number])[] = []) =>
    health.hours(new Map(avoided));
  return { clock, client, ask, speaks, hours };
}

const none = { firstTexts: 0, firstTextMs: 0, outputTokens: 0, answerMs: 0 };

test("attempts, errors, times and tokens of an hour are summed, and then forgotten minute by minute", async () => {
  const { clock, ask, speaks, hours } = lab();
  await ask(speaks);
  clock.advance(30 * minute);
  await ask(speaks);
  await expect(ask(breaks)).rejects.toThrow("broke off");
  await ask(refuses(503));
  await ask(refuses(429));
  await ask(refuses(400));
  const route = { upstream: "up", model: "m", avoidedUntil: 0 };
  const spoken = { firstTexts: 1, firstTextMs: 2_000, outputTokens: 30, answerMs: 6_000 };
  expect(hours()).toEqual([
    {
      ...route,
      attempts: 6,
      failures: 3,
      firstTexts: 2,
      firstTextMs: 4_000,
      outputTokens: 60,
      answerMs: 12_000,
    },
  ]);
  clock.advance(31 * minute);
  expect(hours([["up/m", 7]])).toEqual([
    { ...route, avoidedUntil: 7, attempts: 5, failures: 3, ...spoken },
  ]);
  clock.advance(60 * minute);
  expect(hours()).toEqual([]);
});

test("a client that leaves is no error of the server; a server that was given up as late is", async () => {
  for (const [reason, failures] of [
    [undefined, 0],
    [new DOMException("late", "TimeoutError"), 1],
  ] as const) {
    const { client, ask, hours } = lab();
    client.abort(reason);
    await expect(ask(breaks)).rejects.toThrow("broke off");
    expect(hours()).toMatchObject([{ attempts: 1, failures }]);
  }
});

test("names that clients make up are bounded, and the last used ones stay", async () => {
  const { ask, hours } = lab();
  await ask(refuses(404), "real");
  for (let at = 0; at < 499; at += 1) {
    await ask(refuses(404), `made-up-${at}-${"x".repeat(300)}`);
  }
  await ask(refuses(404), "real");
  await ask(refuses(404), "one more");
  const models = hours().map(({ model }) => model);
  expect(models).toHaveLength(500);
  expect(models.slice(-2)).toEqual(["real", "one more"]);
  expect(Math.max(...models.map(({ length }) => length))).toBe(200);
});

test("hours of several processes are summed, with the longest pause", () => {
  const hour = { upstream: "up", model: "m", ...none, avoidedUntil: 0, attempts: 2, failures: 1 };
  expect(sumHours([hour, { ...hour, avoidedUntil: 9 }, { ...hour, model: "n" }])).toEqual([
    { ...hour, avoidedUntil: 9, attempts: 4, failures: 2 },
    { ...hour, model: "n" },
  ]);
});
