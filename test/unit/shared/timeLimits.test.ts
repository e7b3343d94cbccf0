import { expect, test } from "vitest";

import { patienceBounds, timeLimits } from "../../../src/shared/base/timeLimits.ts";

const { upstream, hub, answer, report, client } = timeLimits;

test("a client of ours waits longer than our hub waits for its model server", () => {
  expect(answer.silence).toBeGreaterThan(upstream.silence + hub.keepAlive);
  expect(answer.whole).toBeGreaterThan(answer.silence);
});

test("a first word after three minutes is waited for on every way", () => {
  expect(upstream.silence).toBeGreaterThan(180_000);
  expect(answer.silence).toBeGreaterThan(180_000);
});

test("a hub that waits is heard of several times before its connection counts as dead", () => {
  expect(client.deadConnection).toBeGreaterThanOrEqual(4 * hub.keepAlive);
  expect(hub.keepAlive).toBeGreaterThan(client.signOfLife);
  expect(hub.beginStream).toBeLessThan(client.deadConnection);
});

test("a kept connection outlives the pause in which a client would use it again", () => {
  expect(hub.idleConnection).toBeGreaterThan(client.deadConnection);
});

test("a list of models is there before a client gives up on the hub's own list", () => {
  expect(upstream.list).toBeLessThan(report.silence / 4);
  expect(report.whole).toBeGreaterThan(report.silence);
});

test("the defaults lie within what a person may set", () => {
  const { silenceSeconds, wholeMinutes } = patienceBounds;
  expect(answer.silence / 1_000).toBeGreaterThanOrEqual(silenceSeconds.least);
  expect(answer.silence / 1_000).toBeLessThanOrEqual(silenceSeconds.most);
  expect(answer.whole / 60_000).toBeGreaterThanOrEqual(wholeMinutes.least);
  expect(answer.whole / 60_000).toBeLessThanOrEqual(wholeMinutes.most);
});
