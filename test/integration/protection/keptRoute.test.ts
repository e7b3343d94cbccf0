import { createServer, type Server } from "node:http";

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { maskingStream } from "../../../src/agentCli/run/composeRun.ts";
import type { Decision } from "../../../src/chat/protection/decisions.ts";
import { protectedStream } from "../../../src/chat/protection/protectedStream.ts";
import { TextScanner } from "../../../src/chat/protection/textScanner.ts";
import type { StreamChat } from "../../../src/chat/turn.ts";
import { scanOutbound } from "../../../src/dlp/scanOutbound.ts";
import { AskHub } from "../../../src/extension/completion/askHub.ts";
import { streamCompletion } from "../../../src/hub/calls/completionClient.ts";
import type { CompletionEvent, CompletionRequest } from "../../../src/hub/calls/completionTypes.ts";
import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { setHubProtection } from "../../../src/shared/guarded/dataProtection.ts";
import type { DlpMode } from "../../../src/shared/guarded/protection.ts";
import type { HubModel } from "../../../src/shared/hubApi/model.ts";
import { allOf, asking, cpf, idOf, protectionIn } from "../../unit/chat/protection/streams.ts";

let server: Server;
let url: string;
let sent: { readonly path: string; readonly routed: string | undefined; readonly body: string }[];
let policy: object;
let hasCompletions: boolean;
const { signal } = new AbortController();

const events = [
  { choices: [{ index: 0, delta: { content: "Yes." }, text: "Yes.", finish_reason: "stop" }] },
  "[DONE]",
];

beforeAll(async () => {
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      if (path === "/hub/v1/policy") {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ agent: {}, sensitive_data: policy }));
        return;
      }
      const routed = headers["x-hub-routed"]?.toString();
      if (path === "/hub/v1/completions" && !hasCompletions) {
        response.writeHead(404, { "content-type": "application/json" }).end("{}");
        return;
      }
      sent.push({ path, routed, body: Buffer.concat(pieces).toString() });
      response.writeHead(200, {
        "content-type": "text/event-stream",
        ...(routed !== undefined && { "x-hub-routed": "llama;types=" }),
      });
      const texts = events.map((event) =>
        typeof event === "string" ? event : JSON.stringify(event),
      );
      response.end(texts.map((text) => `data: ${text}\n\n`).join(""));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});

beforeEach(() => {
  sent = [];
  hasCompletions = true;
  policy = { actions: { cpf: "route" }, may_mask: false, in_house: "llama" };
});

afterEach(() => setHubProtection(undefined));

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const exchange = () => ({
  baseUrl: url,
  token: () => Promise.resolve("sk_test"),
  fetch: globalThis.fetch,
  clock: systemClock,
});

/** As the editor's connection and the programs: the policy is known when a request is sent, not before. */
const toHub: StreamChat = async function* ruled(request, options) {
  const client = new HubClient({ ...exchange(), random: () => 0 });
  await client.policyKnown({ signal });
  yield* client.streamChat(request, options);
};

async function* completed(request: CompletionRequest): AsyncGenerator<CompletionEvent> {
  const client = new HubClient({ ...exchange(), random: () => 0 });
  await client.policyKnown({ signal });
  yield* streamCompletion(exchange(), request, signal);
}

const text = `the CPF ${cpf}`;

function editor(
  mode: DlpMode,
  more: { readonly decision?: Decision; readonly conversationId?: string } = {},
): () => Promise<unknown> {
  const { protection, decisions } = protectionIn(mode);
  const { decision, conversationId } = more;
  if (decision && conversationId !== undefined) {
    decisions.decide(conversationId, [idOf(cpf)], decision);
  }
  const stream = protectedStream(toHub, protection, () => Promise.resolve("mask"));
  const options = { signal, ...(conversationId !== undefined && { conversationId }) };
  return () => allOf(stream(asking(text), options));
}

function completion(model: Partial<HubModel>): () => Promise<unknown> {
  const hub = new AskHub({
    completion: completed,
    streamChat: toHub,
    model: () => ({ id: "m", name: "m", capabilities: {}, ...model }),
    mode: () => "mask",
    scan: scanOutbound,
    onUsed: () => undefined,
    takeOffers: () => undefined,
  });
  const hole = { path: "a.py", language: "python", prefix: `${text}\nx = `, suffix: "\n" };
  const ask = hub.prepare("a.py", { ...hole, snippets: [], maxTokens: 8, stop: [] });
  return () => allOf(ask(signal));
}

const conversationId = "c1";

/** Each way by which a client sends a text, with its value hidden. */
const ways: Readonly<Record<string, () => () => Promise<unknown>>> = {
  "the chat with the setting Mask": () => editor("mask", { conversationId }),
  "the chat with a value that the person masked": () =>
    editor("warn", { conversationId, decision: "mask" }),
  "the chat with a value that the person left out": () =>
    editor("off", { conversationId, decision: "remove" }),
  "an edit in place and a commit message with the setting Mask": () => editor("mask"),
  "an edit in place and a commit message that the person masked": () => editor("warn"),
  "a run of the agent in a terminal or another editor": () => {
    const stream = maskingStream(toHub, new TextScanner());
    return () => allOf(stream(asking(text), { signal }));
  },
  "a completion": () => completion({ completions: "fim" }),
};

test.each(Object.entries(ways))(
  "%s stays in house where the policy leaves no mask in place of the route",
  async (_, way) => {
    await way()();
    expect(sent).toMatchObject([{ routed: "masked" }]);
    expect(sent[0]?.body).not.toContain(cpf);
  },
);

test.each(Object.entries(ways))(
  "%s goes to the chosen model where it leaves it",
  async (_, way) => {
    policy = { ...policy, may_mask: true };
    await way()();
    expect(sent.map(({ routed }) => routed)).toEqual([undefined]);
  },
);

test.each(Object.entries(ways))(
  "%s goes to the chosen model if no kind is routed",
  async (_, way) => {
    policy = { ...policy, actions: { cpf: "mask", cnpj: "route" } };
    await way()();
    expect(sent.map(({ routed }) => routed)).toEqual([undefined]);
  },
);

test("the answer names the masked kinds, which the hub cannot see", async () => {
  const answer = await editor("mask", { conversationId })();
  expect(answer).toContainEqual({
    kind: "notice",
    failure: { kind: "dlp_routed", hubCode: "llama", dlpFindings: [{ type: "cpf", count: 1 }] },
  });
});

test("the places of a profile decide: system text, results of tools, completions", async () => {
  policy = {
    actions: { cpf: "mask" },
    tool_actions: { cpf: "route" },
    completion_actions: { cpf: "route" },
    system_actions: {},
    may_mask: false,
    in_house: null,
  };
  const { protection } = protectionIn("mask");
  const stream = protectedStream(toHub, protection, () => Promise.resolve("cancel"));
  await allOf(stream(asking("hi", { messages: [{ role: "system", content: text }] }), { signal }));
  await allOf(
    stream(
      asking("hi", {
        messages: [
          { role: "user", content: "hi" },
          { role: "assistant", content: "", toolCalls: [{ id: "1", name: "t", arguments: {} }] },
          { role: "tool", callId: "1", content: text },
        ],
      }),
      { signal },
    ),
  );
  await completion({ completions: "fim" })();
  expect(sent.map(({ routed }) => routed)).toEqual([undefined, "masked", "masked"]);
});

test("a completion through the chat of a hub without completions has the action of a text", async () => {
  hasCompletions = false;
  policy = {
    actions: { cpf: "mask" },
    completion_actions: { cpf: "route" },
    may_mask: false,
    in_house: "llama",
  };
  const ask = completion({});
  expect(await ask()).toEqual([]);
  await ask();
  expect(sent).toMatchObject([{ path: "/hub/v1/chat/completions", routed: undefined }]);
});
