import { describe, expect, test } from "vitest";

import { protectedStream } from "../../../../src/chat/protection/protectedStream.ts";
import type { ChatRequest } from "../../../../src/hub/wire/chatTypes.ts";
import type { DlpMode } from "../../../../src/shared/guarded/protection.ts";
import { allOf, asking, cpf, email, failureOf, protectionIn, streamOf } from "./streams.ts";

/** What goes when the person gives this answer. */
async function answers(mode: DlpMode, answer: "send" | "mask" | "cancel") {
  const sent: ChatRequest[] = [];
  const stream = protectedStream(
    (request) => {
      sent.push(request);
      return streamOf({ kind: "finished", reason: "stop" });
    },
    protectionIn(mode).protection,
    () => Promise.resolve(answer),
  );
  const { signal } = new AbortController();
  const failure = await allOf(stream(asking(`CPF ${cpf}`), { signal })).then(
    () => undefined,
    failureOf,
  );
  return { content: sent[0]?.messages.at(-1)?.content, failure };
}

describe("a request that belongs to no conversation", () => {
  test("asks in warn, and does what the answer says", async () => {
    expect(await answers("warn", "send")).toEqual({ content: `CPF ${cpf}`, failure: undefined });
    expect(await answers("warn", "mask")).toEqual({ content: "CPF [CPF_1]", failure: undefined });
    expect(await answers("warn", "cancel")).toEqual({
      content: undefined,
      failure: { kind: "cancelled" },
    });
  });

  test("is asked about once", async () => {
    let asked = 0;
    const stream = protectedStream(
      () => streamOf({ kind: "finished", reason: "stop" }),
      protectionIn("warn").protection,
      () => {
        asked += 1;
        return Promise.resolve("mask");
      },
    );
    const { signal } = new AbortController();
    await allOf(stream(asking(`CPF ${cpf}`), { signal }));
    await allOf(stream(asking(`CPF ${cpf} again`), { signal }));
    expect(asked).toBe(1);
    await allOf(stream(asking(`CPF ${cpf} and ${email}`), { signal }));
    expect(asked).toBe(2);
  });

  test("is not asked about in block: it does not go", async () => {
    expect((await answers("block", "send")).failure).toMatchObject({ kind: "dlp_local" });
  });
});
