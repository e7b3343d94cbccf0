import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { event, streamOf } from "../../support/answerText.ts";
import { askClient } from "../../support/faultServer/askClient.ts";
import { FaultServer } from "../../support/faultServer/faultServer.ts";
import { ok, saying, write } from "../../support/faultServer/steps.ts";
import { messageEnd, messageEvent, messageStart, textBlock } from "../../support/messageText.ts";

let server: FaultServer;

beforeAll(async () => {
  server = await FaultServer.start();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const formats = [
  ["openai", streamOf("Hi"), event({ error: { code: "server_busy", message: "x" } })],
  [
    "anthropic",
    messageStart + textBlock(0, "Hi") + messageEnd("end_turn"),
    messageEvent("error", { error: { type: "overloaded_error", message: "x" } }),
  ],
] as const;

describe.each(formats)("behind the end of an answer in the format %s", (_, answer, error) => {
  const complete = { text: "Hi", failure: undefined, finishReason: "stop" };
  const warned = {
    kind: "notice",
    failure: expect.objectContaining({ kind: "late_error" }) as unknown,
  };

  test("an error is a warning, in the same piece and in the next one", async () => {
    for (const steps of [
      ok(answer + error),
      [{ do: "head" }, write(answer), write(error), { do: "end" }],
    ] as const) {
      server.answer(steps);
      const outcome = await askClient(server);
      expect(outcome).toMatchObject(complete);
      expect(outcome.events.filter(({ kind }) => kind === "notice")).toEqual([warned]);
    }
  });

  test("nothing else is told, and a connection that stays open delays the end by no more than a moment", async () => {
    server.answer([{ do: "head" }, write(answer), saying(": still here\n\n")]);
    const outcome = await askClient(server);
    expect(outcome).toMatchObject(complete);
    expect(outcome.events.some(({ kind }) => kind === "notice")).toBe(false);
    expect(outcome.elapsedMs).toBeLessThanOrEqual(2_000);
    expect(outcome.pendingTimers).toBe(0);
  });
});
