import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { HubResponse } from "../../../src/hubServer/http/message.ts";
import { readChatCall } from "../../../src/hubServer/models/chatCall.ts";
import { readCompletionCall } from "../../../src/hubServer/models/completionCall.ts";
import type { CallContext } from "../../../src/hubServer/models/modelSource.ts";
import { Upstream } from "../../../src/hubServer/upstream/upstream.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { eventsOf, until } from "./hubProcess.ts";

let server: Server;
let answers: ServerResponse[];
let models: string[];
let upstream: Upstream;
let clock: FakeClock;

beforeEach(async () => {
  answers = [];
  models = ["m"];
  server = createServer((request, response) => {
    if (request.url === "/v1/models") {
      response.end(JSON.stringify({ data: models.map((id) => ({ id })) }));
    } else {
      answers.push(response);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  clock = new FakeClock();
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  upstream = new Upstream({ name: "slow", url, format: "openai", key: undefined }, clock);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(stream: boolean): Promise<Promise<HubResponse>[]> {
  const model = await upstream.find("m", false);
  const body = JSON.stringify({ model: "m", messages: [], stream });
  const request = readChatCall(new TextEncoder().encode(body), "openai");
  const answer = model?.chat?.(request, contextOf());
  await until("the upstream has the request", () => answers.length === 1);
  // In an array, because a promise of a promise would be awaited as one.
  return answer ? [answer] : [];
}

function contextOf(): CallContext {
  return {
    requestId: "req",
    signal: new AbortController().signal,
    tap: {
      add: () => true,
      addCounted: () => undefined,
      blockBegan: () => undefined,
      report: () => undefined,
      cut: () => undefined,
      finish: () => undefined,
      lost: () => undefined,
      fail: () => undefined,
    },
  };
}

/** All that a streamed response sends; `onText` receives what came until then. */
async function sentBy(
  response: HubResponse | undefined,
  onText: (sent: string) => void = () => undefined,
): Promise<string> {
  let sent = "";
  if (typeof response?.body !== "function") {
    throw new Error("not a stream");
  }
  await response.body({
    write: (chunk) => {
      sent += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
      onText(sent);
      return true;
    },
    drained: () => Promise.resolve(),
  });
  return sent;
}

test("a stream begins after 15 s though the model is still reading, and then goes on as it comes", async () => {
  const [answer] = await ask(true);
  clock.advance(15_000);
  const response = await answer;
  expect(response?.headers["content-type"]).toMatch(/^text\/event-stream/u);
  const sent = sentBy(response);
  answers[0]?.writeHead(200, { "content-type": "text/event-stream" }).end("data: 1\n\n");
  expect(await sent).toBe(": waiting for the model\n\ndata: 1\n\n");
});

test("an error that comes after that is told inside the stream", async () => {
  const [answer] = await ask(true);
  clock.advance(15_000);
  const sent = sentBy(await answer);
  answers[0]?.writeHead(500).end('{"error":"out of memory"}');
  expect(eventsOf(await sent)).toMatchObject([
    { error: { message: "out of memory", param: null } },
  ]);
});

test("an answer that comes whole after that is told as events", async () => {
  const [answer] = await ask(true);
  clock.advance(15_000);
  const sent = sentBy(await answer);
  const message = { role: "assistant", content: "Hello" };
  answers[0]
    ?.writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
  const [first, ...rest] = (await sent).replace(": waiting for the model\n\n", "").split("\n\n");
  expect(first).toMatch(/^data: /u);
  expect(rest.join("\n")).toContain('"content":"Hello"');
  expect(rest.slice(-2)).toEqual(["data: [DONE]", ""]);
});

test("a whole answer that comes late and is none is an error in the stream", async () => {
  const [answer] = await ask(true);
  clock.advance(15_000);
  const sent = sentBy(await answer);
  answers[0]?.writeHead(200, { "content-type": "application/json" }).end("[]");
  expect(eventsOf(await sent)).toMatchObject([{ error: { code: "upstream_error" } }]);
});

test("a whole answer that does not come within 5 minutes is a 504", async () => {
  const [answer] = await ask(false);
  const refused = expect(answer).rejects.toMatchObject({ status: 504 });
  clock.advance(300_000);
  await refused;
});

test("a whole answer that stops in its middle for 5 minutes is a 504", async () => {
  const [answer] = await ask(false);
  const refused = expect(answer).rejects.toMatchObject({ status: 504 });
  answers[0]?.writeHead(200, { "content-type": "application/json" }).write('{"id":');
  while (clock.pendingTimers === 0 || answers[0]?.socket?.bytesWritten === 0) {
    await setImmediate();
  }
  clock.advance(300_000);
  await refused;
});

test("a stream that goes silent for 5 minutes ends with an error event", async () => {
  const [answer] = await ask(true);
  answers[0]?.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
  const sent = sentBy(await answer);
  while (clock.pendingTimers === 0) {
    await setImmediate();
  }
  clock.advance(300_000);
  expect(await sent).toContain('"code":"upstream_timeout"');
});

/** Counts how often the list is asked for. */
function countLists(): { count: number } {
  const lists = { count: 0 };
  server.prependListener("request", ({ url }) => {
    lists.count += url === "/v1/models" ? 1 : 0;
  });
  return lists;
}

test("its list is asked for once a minute, however many ask", async () => {
  const lists = countLists();
  await Promise.all([upstream.list(), upstream.list(), upstream.find("m", false)]);
  await upstream.list();
  expect(lists.count).toBe(1);
  clock.advance(60_000);
  await Promise.all([upstream.list(), upstream.list()]);
  await until("it is asked again", () => lists.count === 2);
});

test("a model that came after the list was read is found when nobody else has it", async () => {
  await upstream.list();
  models = ["m", "new"];
  clock.advance(5_000);
  expect(await upstream.find("new", false)).toBeUndefined();
  expect(await upstream.find("new", true)).toBeDefined();
});

test("a list that hangs holds nobody up once one was read", async () => {
  await upstream.list();
  server.prependListener("request", (request) => {
    request.url = "/hangs";
  });
  clock.advance(60_000);
  expect(await upstream.list()).toHaveLength(1);
});

test("a completion that trickles on is left after two minutes, though it is never silent for long", async () => {
  const model = await upstream.find("m", false);
  const body = JSON.stringify({ model: "m", prompt: "a", max_tokens: 256, stream: true });
  const call = readCompletionCall(new TextEncoder().encode(body));
  const asked = [model?.fill?.("suffix", call, contextOf())];
  await until("the upstream has the request", () => answers.length === 1);
  const [answer] = answers;
  const event = JSON.stringify({ choices: [{ index: 0, text: "x", finish_reason: null }] });
  answer?.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  let sent = "";
  const whole = sentBy(await asked[0], (text) => {
    sent = text;
  });
  for (const count of [1, 2, 3]) {
    answer?.write(`data: ${event}\n\n`);
    await until("the piece came", () => sent.split('"text":"x"').length > count);
    clock.advance(40_000);
  }
  expect(eventsOf(await whole).at(-1)).toMatchObject({ error: { code: "upstream_timeout" } });
  await until("the server was left", () => answer?.destroyed === true);
});
