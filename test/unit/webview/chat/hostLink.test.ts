import { setImmediate as turn } from "node:timers/promises";

import { expect, test } from "vitest";

import { type Client, RpcClient } from "../../../../src/shared/base/rpc.ts";
import {
  hostContract,
  viewContract,
  type Snapshot,
} from "../../../../src/shared/calls/protocol.ts";
import type { ChatEvent } from "../../../../src/shared/conversation/conversation.ts";
import { HostLink } from "../../../../src/webview/hostLink.ts";
import { channelPair } from "../../../support/channelPair.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { readyView, snapshot } from "../../../support/fakeHost/builders.ts";
import { ignoredShows } from "../../../support/noFeatures.ts";

interface AttachCall {
  readonly answer: (shown: Snapshot) => void;
  readonly refuse: () => void;
}

interface Fixture {
  readonly link: HostLink;
  readonly clock: FakeClock;
  readonly page: Client<typeof viewContract>;
  readonly attachCalls: AttachCall[];
  readonly log: unknown[];
}

function fixture(): Fixture {
  const { host, page } = channelPair();
  const clock = new FakeClock();
  const attachCalls: AttachCall[] = [];
  const log: unknown[] = [];
  host.onMessage((message) => {
    const call = message as { type: string; method: string; id: number };
    if (call.type === "call" && call.method === "attach") {
      attachCalls.push({
        answer: (result) => host.post({ type: "reply", id: call.id, result }),
        refuse: () =>
          host.post({ type: "failure", id: call.id, code: "handlerFailed", message: "no" }),
      });
    }
  });
  const link = new HostLink({
    channel: page,
    host: new RpcClient(page, hostContract).calls,
    shows: ignoredShows,
    clock,
    onSnapshot: ({ seq }) => log.push(["snapshot", seq]),
    onEvents: (events) => log.push(["events", events.map(textOf)]),
    onViewState: ({ selectedModel }) => log.push(["view", selectedModel]),
    onFocusComposer: () => log.push("focus"),
  });
  return { link, clock, page: new RpcClient(host, viewContract).calls, attachCalls, log };
}

const delta = (text: string): ChatEvent => ({
  kind: "partDelta",
  messageId: "m",
  part: "text",
  text,
});
const textOf = (event: ChatEvent): string => (event.kind === "partDelta" ? event.text : event.kind);
const batch = (seq: number, ...texts: string[]) => ({
  conversationId: "c1",
  seq,
  events: texts.map(delta),
});

async function attached(seq: number): Promise<Fixture> {
  const all = fixture();
  const done = all.link.attach();
  await expect.poll(() => all.attachCalls).toHaveLength(1);
  all.attachCalls[0]?.answer(snapshot({ seq }));
  await done;
  return all;
}

test("what arrives while the snapshot is on its way is applied behind it, in order", async () => {
  const { link, page, attachCalls, log } = fixture();
  const done = link.attach();
  await expect.poll(() => attachCalls).toHaveLength(1);
  page.showEvents(batch(5, "known", "also known"));
  page.showState({ ...readyView, selectedModel: "newer" });
  page.showEvents(batch(7, "one", "two"));
  await turn();
  expect(log).toEqual([]);
  attachCalls[0]?.answer(snapshot({ seq: 5 }));
  await done;
  expect(log).toEqual([
    ["snapshot", 5],
    ["view", "newer"],
    ["events", ["one", "two"]],
  ]);
});

test("of a batch that overlaps only what is new is applied", async () => {
  const { page, log } = await attached(3);
  page.showEvents(batch(5, "three", "four", "five"));
  page.showEvents(batch(5, "four", "five"));
  await turn();
  expect(log.slice(1)).toEqual([["events", ["four", "five"]]]);
});

test("a gap is noticed and everything asked for anew", async () => {
  const { page, attachCalls, log } = await attached(3);
  page.showEvents(batch(6, "five", "six"));
  await expect.poll(() => attachCalls).toHaveLength(2);
  attachCalls[1]?.answer(snapshot({ seq: 6 }));
  await expect.poll(() => log.at(-1)).toEqual(["snapshot", 6]);
});

test("a host that does not answer is asked again, and a late answer is ignored", async () => {
  const { link, clock, attachCalls, log } = fixture();
  void link.attach();
  await expect.poll(() => attachCalls).toHaveLength(1);
  clock.advance(8_000);
  await expect.poll(() => attachCalls).toHaveLength(2);
  attachCalls[0]?.answer(snapshot({ seq: 1 }));
  attachCalls[1]?.answer(snapshot({ seq: 2 }));
  await expect.poll(() => link.attachState.value).toBe("attached");
  expect(log).toEqual([["snapshot", 2]]);
  expect(clock.pendingTimers).toBe(0);
});

test("a refusal ends the attempt, and another one can follow", async () => {
  const { link, clock, attachCalls } = fixture();
  const done = link.attach();
  await expect.poll(() => attachCalls).toHaveLength(1);
  attachCalls[0]?.refuse();
  await done;
  expect(link.attachState.value).toBe("failed");
  expect(clock.pendingTimers).toBe(0);
  const again = link.attach();
  await expect.poll(() => attachCalls).toHaveLength(2);
  attachCalls[1]?.answer(snapshot());
  await again;
  expect(link.attachState.value).toBe("attached");
});

test("after it is disposed nothing is shown and no timer runs", async () => {
  const { link, clock, attachCalls, log } = fixture();
  void link.attach();
  await expect.poll(() => attachCalls).toHaveLength(1);
  link.dispose();
  attachCalls[0]?.answer(snapshot());
  expect(clock.pendingTimers).toBe(0);
  expect(log).toEqual([]);
});
