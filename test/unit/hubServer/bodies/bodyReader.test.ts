import { afterAll, describe, expect, test } from "vitest";

import { inspectRequest } from "../../../../src/dlp/scanRequest.ts";
import { type BodyJob, runBodyJob } from "../../../../src/hubServer/bodies/bodyJobs.ts";
import { BodyPool, type BodyThread } from "../../../../src/hubServer/bodies/bodyPool.ts";
import { BodyReader } from "../../../../src/hubServer/bodies/bodyReader.ts";
import {
  admittedCall,
  type ChatCall,
  readChatCall,
} from "../../../../src/hubServer/models/chatCall.ts";
import {
  admittedEmbedding,
  embeddingOrder,
} from "../../../../src/hubServer/models/embeddingCall.ts";
import { promptOf } from "../../../../src/hubServer/models/prompt.ts";
import { readWhole } from "../../../../src/hubServer/upstream/readWhole.ts";
import {
  outgoingRequest,
  upstreamRequest,
} from "../../../../src/hubServer/upstream/upstreamRequest.ts";
import { systemClock } from "../../../../src/shared/base/clock.ts";
import { type DlpPolicy, forEachKind } from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { pdf } from "../../../support/madePdfs.ts";

const pools = {
  bodies: new BodyPool({ clock: systemClock, size: 1 }),
  pdfs: new BodyPool({ clock: systemClock, size: 1 }),
};
const bodies = new BodyReader(pools);
const from = { owner: "t", signal: new AbortController().signal };
afterAll(() => Promise.all([pools.bodies.close(), pools.pdfs.close()]));

const cpf = "529.982.247-25";
const filler = "The quick brown fox jumps over the lazy dog. ".repeat(3_000);
const allow: DlpPolicy = forEachKind(() => "allow");

function bytesOf(body: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body));
}

const large = {
  model: "m",
  temperature: 0.5,
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: `${filler} CPF ${cpf}` },
  ],
  tools: [{ type: "function", function: { name: "f".repeat(80), parameters: { a: 1 } } }],
};

/** How often the event loop goes round until the work is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  await work();
  clearImmediate(next);
  return turns;
}

function sentBy({ body }: { readonly body: Uint8Array | string }): unknown {
  return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
}

describe("a large body", () => {
  test("is what a small one is, read elsewhere: same facts, same answer for what is wrong", async () => {
    const bytes = bytesOf(large);
    const { fields: _, bytes: own, asWritten, ...here } = readChatCall(bytes, "openai");
    const call = await bodies.chat(bytes, from, "openai");
    expect(call).toMatchObject(here);
    expect([call.bytes, asWritten]).toEqual([own, { headers: {}, numbers: [] }]);
    expect(call.fields).toMatchObject({ model: "m", temperature: 0.5 });
    expect(() => JSON.stringify(call.fields)).toThrow("A large field");
    const twice = new TextEncoder().encode(`{"model":"m","messages":[],"x":"${filler}","x":1}`);
    await expect(bodies.chat(twice, from, "openai")).rejects.toMatchObject({
      status: 400,
      message: "The body has an object with the same key twice. Send each key once.",
      options: { code: "invalid_json" },
    });
  });

  test.each([
    ["openai", "openai", "m", false],
    ["openai", "openai", "other", false],
    ["openai", "openai", "m", true],
    ["openai", "anthropic", "m", true],
    ["anthropic", "openai", "m", false],
  ] as const)(
    "of %s goes to an upstream of %s as a small one would: %s %s",
    async (format, upstream, model, stream) => {
      const bytes = bytesOf({ ...large, stream, max_tokens: 50, stream_options: { x: 1 } });
      const sent = async (call: ChatCall): Promise<unknown> => {
        const admitted = admittedCall(call, {
          fields: { ...call.fields, top_p: 1 },
          outputTokens: 40,
        });
        return sentBy(await outgoingRequest(admitted, upstream, model));
      };
      const call = await bodies.chat(bytes, from, format);
      expect(await sent(call)).toEqual(await sent(readChatCall(bytes, format)));
      const same = admittedCall(call, { fields: call.fields, outputTokens: Infinity });
      expect(sentBy(await outgoingRequest(same, upstream, model))).toEqual(
        sentBy(upstreamRequest(readChatCall(bytes, format), upstream, model)),
      );
    },
  );

  test("is masked where it is read, with what a policy forces", async () => {
    const call = await bodies.chat(bytesOf(large), from, "openai");
    const policy = { ...allow, cpf: "mask" } as const;
    const { held, fields } = call;
    const changed = { ...fields, user: `CPF ${cpf}`, temperature: 0 };
    const verdict = await held?.inspect(changed, {}, policy);
    const expected = inspectRequest({ ...large, temperature: 0, user: `CPF ${cpf}` }, policy);
    expect(verdict).toMatchObject({ action: "mask", findings: expected.findings });
    const admitted = admittedCall(call, {
      fields: verdict?.body ?? {},
      ...(verdict && { held: verdict.held }),
      outputTokens: Infinity,
    });
    expect(sentBy(await outgoingRequest(admitted, "openai", "m"))).toEqual(expected.body);
    expect(promptOf(admitted).messages[1]?.text).not.toContain("529");
  });

  test("is inspected while a PDF of another token is still being read", async () => {
    const jobs: BodyJob[] = [];
    const busy: BodyThread = {
      postMessage: (job) => jobs.push(job),
      on: () => undefined,
      terminate: () => Promise.resolve(),
    };
    const pdfs = new BodyPool({ clock: new FakeClock(), size: 1, start: () => busy });
    const reader = new BodyReader({ ...pools, pdfs });
    const url = `data:application/pdf;base64,${Buffer.from(pdf(cpf)).toString("base64")}`;
    const content = [{ type: "file", file: { file_data: url } }];
    const withPdf = bytesOf({ model: "m", messages: [{ role: "user", content }] });
    const other = { ...from, owner: "other" };
    const first = await reader.chat(withPdf, other, "openai");
    const block = { ...allow, cpf: "block" } as const;
    const waiting = Promise.resolve(first.held?.inspect(first.fields, {}, block));
    const ended = expect(waiting).rejects.toThrow("The hub is closing.");

    const second = await reader.chat(bytesOf(large), from, "openai");
    expect(await second.held?.inspect(second.fields, {}, block)).toMatchObject({ action: "block" });
    const third = await reader.chat(bytesOf(large), other, "openai");
    expect(await third.held?.inspect(third.fields, {}, block)).toMatchObject({ action: "block" });

    expect(jobs.map(({ kind }) => kind)).toEqual(["inspectPdfs"]);
    await pdfs.close();
    await ended;
  });

  test("is blocked for its headers and for numbers that are too long to be exact", async () => {
    const number = "4111111111111111".padEnd(16, "0");
    const text = JSON.stringify({ ...large, seed: "SEED" }).replace(
      '"SEED"',
      `${number}.00000000001`,
    );
    const call = await bodies.chat(new TextEncoder().encode(text), from, "anthropic", {
      beta: cpf,
    });
    const block = { ...allow, card: "block", cpf: "mask" } as const;
    const verdict = await call.held?.inspect(call.fields, { headers: { beta: cpf } }, block);
    expect(verdict?.action).toBe("block");
    expect(verdict?.findings.map(({ field }) => field)).toContain("headers.beta");
  });

  test("tells few of its findings, each kind among them", async () => {
    const messages = Array.from({ length: 3_000 }, (_, index) => ({
      role: "user",
      content: index === 2_999 ? "maria@example.com.br" : `CPF ${cpf}`,
    }));
    const call = await bodies.chat(bytesOf({ model: "m", messages }), from, "openai");
    const verdict = await call.held?.inspect(
      call.fields,
      {},
      { ...allow, cpf: "alert", email: "alert" },
    );
    expect(verdict?.findings).toHaveLength(101);
    expect(verdict?.findings.at(-1)?.kind).toBe("email");
  });

  test("for embeddings is read and sent on the same way", async () => {
    const body = { model: "m", input: [filler, filler], dimensions: 8 };
    const call = await bodies.embedding(bytesOf(body), from);
    expect(call.inputTokens).toBeGreaterThan(10_000);
    expect(embeddingOrder(call)).toMatchObject({ inputs: body.input, dimensions: 8 });
    const admitted = admittedEmbedding(call, { fields: { ...call.fields, user: "x" } });
    const written = await outgoingRequest(
      {
        ...admitted,
        format: "openai",
        isStreamed: false,
        wantsUsage: false,
        allowedTokens: 0,
        cachesPrompt: false,
      },
      "openai",
      "n",
    );
    expect(sentBy(written)).toEqual({ ...body, model: "n", user: "x" });
  });

  test("leaves the event loop to others while it is read and looked through", async () => {
    const keys = Object.fromEntries(
      Array.from({ length: 60_000 }, (_, index) => [`k${index}`, index]),
    );
    const bytes = bytesOf({ model: "m", messages: [{ role: "user", content: [keys] }] });
    let call: ChatCall | undefined;
    const block = forEachKind(() => "block");
    expect(
      await turnsDuring(async () => {
        call = await bodies.chat(bytes, from, "openai");
      }),
    ).toBeGreaterThan(50);
    const inspected = (): Promise<unknown> =>
      Promise.resolve(call?.held?.inspect(call.fields, {}, block));
    expect(await turnsDuring(inspected)).toBeGreaterThan(50);
    // The same on this thread: nothing else has its turn.
    expect(
      await turnsDuring(() =>
        Promise.resolve(runBodyJob({ kind: "readChat", bytes, format: "openai", headers: {} })),
      ),
    ).toBeLessThan(5);
  });
});

describe("a large answer of an upstream", () => {
  const usage = { prompt_tokens: 7, completion_tokens: 9 };
  const message = { role: "assistant", content: filler.repeat(20) };
  const answer = bytesOf({ choices: [{ index: 0, message, finish_reason: "stop" }], usage });
  const head = { id: "a", requestId: "r", created: 1, model: "m", inputTokens: 7 };
  const order = { upstreamFormat: "openai", wantsUsage: true, head, toolNames: new Map() } as const;

  test.each([
    ["openai", "nothing"],
    ["anthropic", "whole"],
    ["anthropic", "stream"],
    ["openai", "stream"],
  ] as const)(
    "is read elsewhere as it would be here: for %s, written as %s",
    async (format, writes) => {
      const full = { ...order, format, writes };
      const here = readWhole(answer, full);
      expect(here).toMatchObject({ isAnswer: true, hasFailed: false });
      expect(here.text.characters).toBe(message.content.length);
      expect(await bodies.answersTo(from)(answer, full)).toEqual(here);
    },
  );

  test("leaves the event loop to others, and is not among the requests that a token may have waiting", async () => {
    const full = { ...order, format: "anthropic", writes: "whole" } as const;
    const many = Array.from({ length: 12 }, () => bodies.answersTo(from)(answer, full));
    expect(await turnsDuring(() => Promise.all(many))).toBeGreaterThan(20);
  });

  test("that is none, and one with only its usage to read, are told apart", async () => {
    const read = bodies.answersTo(from);
    const whole = { ...order, format: "openai", writes: "nothing" } as const;
    expect(await read(bytesOf([filler]), whole)).toMatchObject({ isAnswer: false, usages: [] });
    expect(await read(answer, { ...whole, upstreamFormat: "usage" })).toMatchObject({
      usages: [{ inputTokens: 7, outputTokens: 9 }],
    });
  });
});
