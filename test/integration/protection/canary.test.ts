import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { ChatSession } from "../../../src/chat/chatSession.ts";
import { decideUnsent } from "../../../src/chat/protection/decideUnsent.ts";
import { protectedStream } from "../../../src/chat/protection/protectedStream.ts";
import type { Protection } from "../../../src/chat/protection/protection.ts";
import { draftSource, sensitiveReport } from "../../../src/chat/protection/sensitiveReport.ts";
import { TextScanner } from "../../../src/chat/protection/textScanner.ts";
import type { StreamChat } from "../../../src/chat/turn.ts";
import { createAttachment } from "../../../src/context/attachment.ts";
import { inspectRequest } from "../../../src/dlp/scanRequest.ts";
import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import type { ChatRequest, StreamEvent } from "../../../src/hub/wire/chatTypes.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { messageText } from "../../../src/shared/conversation/transcript.ts";
import type { DlpMode } from "../../../src/shared/guarded/protection.ts";
import { forEachKind } from "../../../src/shared/guarded/sensitiveKinds.ts";
import { choicesOf, firstTicks } from "../../../src/webview/protection/choices.ts";
import { MemoryStore } from "../../support/memoryStore.ts";
import { dataEvents, streams } from "../../support/modelServer/fakeUpstream.ts";
import {
  allOf,
  cpf,
  email,
  idOf,
  protectionIn,
  testCard,
} from "../../unit/chat/protection/streams.ts";
import { ApiLab } from "../sdk/apiLab.ts";

const lab = new ApiLab();
beforeAll(() => lab.start());
beforeEach(() => lab.reset());
afterAll(() => lab.stop());

const formats = ["openai", "anthropic"] as const;
type Format = (typeof formats)[number];

const models: Readonly<Record<Format, string>> = { openai: "gpt", anthropic: "claude-real" };
const bare = cpf.replaceAll(/\D/gu, "");

/** The way to the lab's hub in one format, protected. */
function wayToHub(format: Format, mode: DlpMode): StreamChat {
  return wayThrough(protectionIn(mode).protection, format);
}

function wayThrough(protection: Protection, format: Format): StreamChat {
  const client = new HubClient({
    baseUrl: lab.url.replace(/\/hub$/u, ""),
    token: () => Promise.resolve("sk_hub_canary"),
    fetch,
    clock: systemClock,
    random: Math.random,
    chatFormat: () => format,
  });
  return protectedStream(
    (request, options) => client.streamChat(request, options),
    protection,
    () => Promise.resolve("cancel"),
  );
}

/** What the model server was sent, as the hub's own inspection sees it where everything blocks. */
function findingsAtUpstream(format: Format): readonly unknown[] {
  const upstream = format === "openai" ? lab.openAi : lab.anthropic;
  expect(upstream.requests.length).toBeGreaterThan(0);
  return upstream.requests.flatMap(({ fields, body }) => {
    expect(body).not.toContain(cpf);
    expect(body).not.toContain(bare);
    expect(body).not.toContain(email);
    return inspectRequest(
      fields,
      forEachKind(() => "block"),
    ).findings;
  });
}

function sseEvent(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

/** Streams a text in pieces of three characters, each upstream in its format. */
function answerWith(text: string): void {
  const pieces = text.match(/.{1,3}/gsu) ?? [];
  lab.openAi.handle = streams(
    dataEvents(
      ...pieces.map((content) => ({
        id: "1",
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta: { content } }],
      })),
      { id: "1", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    ),
    "data: [DONE]\n\n",
  );
  lab.anthropic.handle = streams(
    sseEvent("message_start", {
      message: {
        id: "m",
        type: "message",
        role: "assistant",
        model: "claude-real",
        content: [],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }),
    sseEvent("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    ...pieces.map((piece) =>
      sseEvent("content_block_delta", { index: 0, delta: { type: "text_delta", text: piece } }),
    ),
    sseEvent("content_block_stop", { index: 0 }),
    sseEvent("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } }),
    sseEvent("message_stop", {}),
  );
}

async function conversation(streamChat: StreamChat): Promise<ChatSession> {
  const store = new MemoryStore();
  let ids = 0;
  return new ChatSession("c1", await store.load("c1"), {
    store,
    streamChat,
    clock: systemClock,
    newId: () => `id${(ids += 1)}`,
    onStorageFailure: () => undefined,
  });
}

async function answered(session: ChatSession): Promise<void> {
  await expect.poll(() => session.turn.state).toBe("idle");
}

describe.each(formats)("in mode mask, over the %s format", (format) => {
  test("a conversation shows the real values and the model server never sees one", async () => {
    answerWith("The CPF [CPF_1] belongs to [EMAIL_1]; not to [CPF_8].");
    const session = await conversation(wayToHub(format, "mask"));
    const source = { kind: "file", path: `clientes/${bare}.csv`, languageId: "csv" } as const;
    const file = createAttachment("a1", source, `nome;cpf\nAna;${bare}\nRui;${cpf}\n`);
    session.send(`Who is CPF ${cpf}? Write to ${email}.`, [file], models[format]);
    await answered(session);
    session.send("And once more?", [], models[format]);
    await answered(session);
    const texts = session.conversation.messages.map(messageText);
    expect(texts[0]).toContain(cpf);
    expect(texts[1]).toMatch(/^The CPF .+ belongs to .+; not to \[CPF_8\]\.$/u);
    expect(texts[1]).toContain(bare);
    expect(findingsAtUpstream(format)).toEqual([]);
  });

  test("tools' calls, results and descriptions are masked too", async () => {
    answerWith("Done.");
    const request: ChatRequest = {
      model: models[format],
      messages: [
        { role: "system", content: `Escalate to ${email}.` },
        { role: "user", content: [{ type: "text", text: `Find CPF ${cpf}` }] },
        {
          role: "assistant",
          content: "",
          toolCalls: [{ id: "call_1", name: "find", arguments: { cpf: bare, mail: email } }],
        },
        {
          role: "tool",
          callId: "call_1",
          content: JSON.stringify({ cliente: { cpf: Number(bare), contato: email } }),
        },
      ],
      tools: [
        {
          name: "find",
          description: `Finds a customer, for example ${email}.`,
          inputSchema: { type: "object", properties: { cpf: { type: "string", default: cpf } } },
        },
      ],
    };
    const { signal } = new AbortController();
    const events = await allOf(wayToHub(format, "mask")(request, { signal }));
    expect(events.findLast((event) => event.kind === "finished")).toBeDefined();
    expect(findingsAtUpstream(format)).toEqual([]);
  });
});

describe.each(["warn", "block"] as const)("in mode %s", (mode) => {
  test("nothing reaches the hub before there is a decision, and the text stays", async () => {
    const session = await conversation(wayToHub("openai", mode));
    session.send(`CPF ${cpf}`, [], models.openai);
    await answered(session);
    const [question, answer] = session.conversation.messages;
    expect(question && messageText(question)).toBe(`CPF ${cpf}`);
    expect(answer).toMatchObject({
      state: "failed",
      failure: { kind: "dlp_local", dlpFindings: [{ type: "cpf", count: 1 }] },
    });
    expect(lab.openAi.requests).toEqual([]);
  });
});

describe("what is marked while typing", () => {
  const possible = "11144477735";
  const text = `CPF ${cpf}\n${possible}\nseen as ${testCard}`;

  test("is what the question lists and what leaves masked; what looks like test data goes unless ticked", async () => {
    const values = [cpf, possible, testCard];
    const expected = [
      [cpf, true],
      [possible, true],
      [testCard, false],
    ] as const;
    for (const toTick of [[], [testCard]]) {
      lab.reset();
      answerWith("Done.");
      const { protection, decisions } = protectionIn("warn");
      const sources = [draftSource(text, new TextScanner().scan(text))];
      const deps = { mode: "warn", decisions, conversationId: "c1" } as const;
      const { report } = await sensitiveReport(sources, deps);
      expect(
        report.values.map(({ place }) =>
          place.where === "draft" ? text.slice(place.start, place.end) : place,
        ),
      ).toEqual(values);
      const ticks = firstTicks(report.values);
      expect(values.map((value) => [value, ticks.get(idOf(value))])).toEqual(expected);
      const changed = new Map([...ticks, ...toTick.map((value) => [idOf(value), true] as const)]);
      const choices = choicesOf(report.values, changed);
      await decideUnsent(sources, { decision: "mask", choices }, deps);
      const session = await conversation(wayThrough(protection, "openai"));
      session.send(text, [], models.openai);
      await answered(session);
      const left = values.filter((value) => lab.openAi.last.body.includes(value));
      expect(left).toEqual(values.filter((value) => changed.get(idOf(value)) !== true));
    }
  });

  test("beyond what is listed leaves masked too", async () => {
    answerWith("Done.");
    const { protection, decisions } = protectionIn("warn");
    const long = `${`${email}\n`.repeat(100)}\n\n${possible}`;
    const sources = [draftSource(long, new TextScanner().scan(long))];
    const deps = { mode: "warn", decisions, conversationId: "c1" } as const;
    const { report } = await sensitiveReport(sources, deps);
    const choices = choicesOf(report.values, firstTicks(report.values));
    expect(choices.map(({ id }) => id)).toEqual([idOf(email)]);
    await decideUnsent(sources, { decision: "mask", choices }, deps);
    const session = await conversation(wayThrough(protection, "openai"));
    session.send(long, [], models.openai);
    await answered(session);
    expect(lab.openAi.last.body).not.toContain(possible);
  });
});

test("the canary is found where nothing is protected, so that these tests can fail", async () => {
  answerWith("Done.");
  const { signal } = new AbortController();
  const request: ChatRequest = {
    model: models.openai,
    messages: [{ role: "user", content: `CPF ${cpf}` }],
  };
  const events: StreamEvent[] = await allOf(wayToHub("openai", "off")(request, { signal }));
  expect(events.at(-1)).toMatchObject({ kind: "finished" });
  expect(lab.openAi.last.body).toContain(cpf);
});
