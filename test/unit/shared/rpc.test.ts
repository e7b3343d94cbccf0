import { expect, test, vi } from "vitest";
import * as z from "zod/mini";

import { type Handlers, RpcClient, RpcServer } from "../../../src/shared/base/rpc.ts";
import { channelPair } from "../../support/channelPair.ts";
import { FakeClock } from "../../support/fakeClock.ts";

const contract = {
  double: { params: z.object({ value: z.number() }), result: z.number() },
  never: { params: z.object({}), result: z.object({}) },
  note: { params: z.object({ text: z.string() }) },
} as const;

function connect(handlers: Partial<Handlers<typeof contract>> = {}) {
  const { host, page } = channelPair();
  const clock = new FakeClock();
  const server = new RpcServer(host, contract, {
    double: ({ value }) => value * 2,
    never: () => new Promise(() => undefined),
    note: () => undefined,
    ...handlers,
  });
  const client = new RpcClient(page, contract, { ms: 1000, startTimer: clock.startTimer });
  return { client, server, page, host, clock };
}

test("a call is answered", async () => {
  const { client } = connect();
  expect(await client.calls.double({ value: 21 })).toBe(42);
});

test("parameters that do not fit are refused before the handler sees them", async () => {
  const { client } = connect({
    double: () => {
      throw new Error("must not run");
    },
  });
  const wrong = { value: "21" } as unknown as { value: number };
  await expect(client.calls.double(wrong)).rejects.toMatchObject({ code: "invalidParams" });
});

test("a result that does not fit is an error of the caller, not a value", async () => {
  const { client } = connect({ double: () => "42" as unknown as number });
  await expect(client.calls.double({ value: 1 })).rejects.toMatchObject({ code: "invalidResult" });
});

test("a handler that throws fails the call with its message", async () => {
  const { client } = connect({
    double: () => {
      throw new Error("no luck");
    },
  });
  await expect(client.calls.double({ value: 1 })).rejects.toMatchObject({
    code: "handlerFailed",
    message: "no luck",
  });
});

test("a call that nobody answers settles after its time", async () => {
  const { client, clock } = connect();
  const call = client.calls.never({});
  clock.advance(1000);
  await expect(call).rejects.toMatchObject({ code: "timedOut" });
});

test("a notification is heard and not answered, also one that does not fit or fails", async () => {
  const heard: string[] = [];
  const { client, page } = connect({
    note: ({ text }) => {
      heard.push(text);
      throw new Error("no luck");
    },
  });
  const answers: unknown[] = [];
  page.onMessage((message) => answers.push(message));
  client.calls.note({ text: "one" });
  client.calls.note({ text: 2 } as unknown as { text: string });
  page.post({ type: "notification", method: "toString", params: {} });
  client.calls.note({ text: "three" });
  expect(await client.calls.double({ value: 1 })).toBe(2);
  expect(heard).toEqual(["one", "three"]);
  expect(answers).toEqual([{ type: "reply", id: 0, result: 2 }]);
});

test("nothing is told once it is closed", () => {
  const { client, page } = connect();
  const told = vi.spyOn(page, "post");
  client.dispose();
  client.calls.note({ text: "late" });
  expect(told).not.toHaveBeenCalled();
});

test("closing settles what is waiting and refuses what comes", async () => {
  const { client, clock } = connect();
  const call = client.calls.never({});
  client.dispose();
  await expect(call).rejects.toMatchObject({ code: "closed" });
  await expect(client.calls.double({ value: 1 })).rejects.toMatchObject({ code: "closed" });
  expect(clock.pendingTimers).toBe(0);
});

test.each([
  ["a method of the prototype", { type: "call", id: 1, method: "toString", params: {} }],
  ["a method that is not there", { type: "call", id: 1, method: "drop", params: {} }],
])("%s is unknown", async (_what, message) => {
  const { page } = connect();
  const reply = new Promise((resolve) => {
    page.onMessage(resolve);
  });
  page.post(message);
  expect(await reply).toMatchObject({ type: "failure", code: "unknownMethod" });
});

test.each([
  null,
  7,
  "call",
  [],
  { type: "call" },
  { type: "notification" },
  { type: "reply", id: 99, result: 1 },
])("the forged message %j changes nothing", async (message) => {
  const { client, page, host } = connect();
  page.post(message);
  host.post(message);
  expect(await client.calls.double({ value: 2 })).toBe(4);
});
