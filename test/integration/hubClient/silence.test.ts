import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { chunkOf, streamOf } from "../../support/answerText.ts";
import { askClient, clientOf } from "../../support/faultServer/askClient.ts";
import { FaultServer, type Step } from "../../support/faultServer/faultServer.ts";
import { ok, saying, status, write } from "../../support/faultServer/steps.ts";

let server: FaultServer;

beforeAll(async () => {
  server = await FaultServer.start();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const answer = streamOf("Hi");
const { signal } = new AbortController();

describe("silence ends", () => {
  const head: Step = { do: "head" };

  test.each<[string, readonly Step[], object, number]>([
    [
      "before headers: 330 s",
      [{ do: "stall" }],
      { failure: { kind: "first_byte_timeout" }, waits: 2 },
      330,
    ],
    [
      "after headers: 330 s",
      [head, { do: "stall" }],
      { failure: { kind: "idle_timeout" }, waits: 2 },
      330,
    ],
    [
      "in the text: 330 s",
      [head, write(chunkOf("Hi")), { do: "stall" }],
      { failure: { kind: "idle_timeout" }, waits: 2 },
      330,
    ],
    [
      "of content, with signs of life: 330 s",
      [head, saying(": alive\n\n")],
      { failure: { kind: "idle_timeout" }, waits: 2 },
      330,
    ],
    [
      "of a list without end: 30 min",
      [head, saying(chunkOf("x"))],
      { failure: { kind: "idle_timeout" }, waits: 0 },
      1_800,
    ],
  ])("%s", async (_name, steps, expected, seconds) => {
    server.answer(steps);
    const outcome = await askClient(server);
    expect(outcome).toMatchObject({ ...expected, pendingTimers: 0 });
    // Between a deadline and its notice one round trip on the loopback may pass, a second each.
    expect(outcome.elapsedMs / 1000).toBeGreaterThanOrEqual(seconds);
    expect(outcome.elapsedMs / 1000).toBeLessThan(seconds + 5);
  });

  test("arguments of a tool that grow are no silence", async () => {
    const piece =
      '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":" "}}]}}]}';
    server.answer([head, saying(`data: ${piece}\n\n`)]);
    expect((await askClient(server)).elapsedMs).toBeGreaterThanOrEqual(1_800_000);
  });

  test("after the end of the answer is not waited for, and takes nothing away", async () => {
    server.answer([head, write(answer.replace("data: [DONE]\n\n", "")), { do: "stall" }]);
    const outcome = await askClient(server);
    expect(outcome).toMatchObject({ text: "Hi", finishReason: "stop", failure: undefined });
    expect(outcome.elapsedMs).toBeLessThan(10_000);
  });
});

describe("stopping", () => {
  test.each<[string, readonly Step[]]>([
    ["before headers", [{ do: "stall" }]],
    ["before text", [{ do: "head" }, { do: "stall" }]],
    ["while waiting for another try", status(429, { "retry-after": "15" })],
  ])("%s is cancelled, at once", async (_name, steps) => {
    server.answer(steps);
    const controller = new AbortController();
    const outcome = await askClient(server, {
      signal: controller.signal,
      onWaiting: () => controller.abort(),
      onRetry: () => controller.abort(),
    });
    expect(outcome).toMatchObject({ failure: { kind: "cancelled" }, pendingTimers: 0 });
    expect(server.requests).toHaveLength(1);
  });

  test("in the text keeps it, closes the connection and leaves no listener", async () => {
    server.answer([{ do: "head" }, write(chunkOf("Hi")), { do: "stall" }]);
    const controller = new AbortController();
    const outcome = await askClient(server, {
      signal: controller.signal,
      onEvent: ({ kind }) => kind === "textDelta" && controller.abort(),
    });
    expect(outcome).toMatchObject({ failure: { kind: "cancelled" }, text: "Hi", pendingTimers: 0 });
    await expect.poll(() => server.openResponses).toBe(0);
  });

  test("before it began sends nothing", async () => {
    server.answer(ok(answer));
    const outcome = await askClient(server, { signal: AbortSignal.abort() });
    expect(outcome.failure?.kind).toBe("cancelled");
    expect(server.requests).toEqual([]);
  });

  test("by leaving the loop closes the connection", async () => {
    server.answer([{ do: "head" }, write(chunkOf("Hi")), { do: "stall" }]);
    const stream = clientOf(server.url).streamChat({ model: "m", messages: [] }, { signal });
    for await (const { kind } of stream) {
      if (kind === "textDelta") {
        break;
      }
    }
    await expect.poll(() => server.openResponses).toBe(0);
  });
});
