import { type ServerResponse } from "node:http";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { FakeUpstream, type Handler } from "./fakeUpstream.ts";
import { type ApiInit, chatBody, eventsOf, HubLab, type HubProcess, until } from "./hubProcess.ts";

const lab = new HubLab();
let upstream: FakeUpstream;
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  upstream = new FakeUpstream();
  hub = await lab.start(
    ["--lab", "--data", join(lab.home, "hub"), "--upstream", `main=${await upstream.listen()}`],
    { AI_HUB_UPSTREAM_MAIN_KEY: "the-upstream-key" },
  );
});
beforeEach(() => {
  upstream.requests.length = 0;
});
afterAll(async () => {
  upstream.close();
  await lab.dispose();
});

function chat(model: string, fields: object = {}, init: ApiInit = {}): Promise<Response> {
  return hub.api("/hub/v1/chat/completions", { ...chatBody(model, "hi", fields), ...init });
}

test("its models come first with their fields kept; of two alike the later is named after its source", async () => {
  const { data } = (await (await hub.api("/hub/v1/models")).json()) as { data: { id: string }[] };
  expect(data.slice(0, 3)).toMatchObject([
    { id: "real", context_length: 4096, owned_by: "main" },
    { id: "hub-demo", owned_by: "main" },
    { id: "hub/hub-demo", owned_by: "hub-local" },
  ]);
});

test("the body goes on byte for byte, with the upstream's key and without the client's token", async () => {
  const body =
    '{ "model":"real", "messages":[],  "seed":12345678901234567890, "x_unknown":{"a":[1.0]} }';
  await hub.api("/hub/v1/chat/completions", { method: "POST", body });
  const [received] = upstream.chats;
  expect(received?.body).toBe(body);
  expect(received?.headers.authorization).toBe("Bearer the-upstream-key");
  expect(JSON.stringify(received)).not.toContain(hub.token);
});

test("a model addressed by its source reaches the upstream by its own id", async () => {
  await chat("main/hub-demo", { top_k: 3 });
  expect(JSON.parse(upstream.chats[0]?.body ?? "")).toMatchObject({ model: "hub-demo", top_k: 3 });
});

test("a whole answer comes back as it was", async () => {
  const answer = '{"id":"x", "choices":[{"message":{"content":"ok"}}],"odd":1e400}';
  upstream.chat = (_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(answer);
  };
  const response = await chat("real");
  expect([response.status, await response.text()]).toEqual([200, answer]);
});

test("a stream is passed on as it comes, before it ends, byte for byte", async () => {
  const pieces = [
    'data: {"choices":[{"delta":{"content":"on',
    'e"}}]}\n\n',
    ": comment\n\ndata: [DONE]\n\n",
  ];
  let open: ServerResponse | undefined;
  upstream.chat = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(pieces[0]);
    open = response;
  };
  const response = await chat("real", { stream: true });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe(pieces[0]);
  open?.end(`${pieces[1]}${pieces[2]}`);
  let rest = "";
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    rest += new TextDecoder().decode(part.value);
  }
  expect(rest).toBe(`${pieces[1]}${pieces[2]}`);
});

test("when the client leaves, the upstream's answer is given up", async () => {
  upstream.chat = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: {}\n\n");
  };
  const leaving = new AbortController();
  const response = await chat("real", { stream: true }, { signal: leaving.signal });
  await response.body?.getReader().read();
  expect(upstream.openAnswers).toBe(1);
  leaving.abort();
  await until("the upstream's connection is closed", () => upstream.openAnswers === 0);
});

test("a client that leaves at the text's end is billed what the upstream then reports", async () => {
  let open: ServerResponse | undefined;
  upstream.chat = (_, response) => {
    open = response;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(event({ choices: [{ index: 0, delta: { content: "ok" } }] }));
    response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
  };
  const before = await outputTokens();
  const leaving = new AbortController();
  const response = await chat("real", { stream: true }, { signal: leaving.signal });
  const reader = response.body?.getReader();
  for (let text = ""; !text.includes("stop");) {
    text += new TextDecoder().decode((await reader?.read())?.value);
  }
  leaving.abort();
  // Usually answered after the hub has seen that the client left.
  await hub.api("/healthz");
  const usage = { prompt_tokens: 10, completion_tokens: 9_000, total_tokens: 9_010 };
  open?.end(`${event({ choices: [], usage })}data: [DONE]\n\n`);
  await until("the usage is counted", async () => (await outputTokens()) - before === 9_000);
});

function event(fields: object): string {
  return `data: ${JSON.stringify(fields)}\n\n`;
}

async function outputTokens(): Promise<number> {
  const response = await hub.api("/hub/v1/usage");
  return ((await response.json()) as { totals: { output_tokens: number } }).totals.output_tokens;
}

test("when the client leaves before the upstream answers, its request is given up too", async () => {
  upstream.chat = () => undefined;
  const leaving = new AbortController();
  const answer = chat("real", { stream: true }, { signal: leaving.signal });
  await until("the upstream has the request", () => upstream.openAnswers === 1);
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await until("the upstream's connection is closed", () => upstream.openAnswers === 0);
});

test("an upstream waits while the client does not read", async () => {
  const chunk = `data: ${"x".repeat(64 * 1024)}\n\n`;
  let written = 0;
  const total = 400;
  upstream.chat = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const write = (): void => {
      while (written < total) {
        written += 1;
        if (!response.write(chunk)) {
          response.once("drain", write);
          return;
        }
      }
      response.end();
    };
    write();
  };
  const response = await chat("real", { stream: true });
  let seen = -1;
  await until("it writes no more", async () => {
    const before = written;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    seen = written;
    return before === seen && seen > 0;
  });
  expect(seen).toBeLessThan(total);
  expect((await response.text()).length).toBe(total * chunk.length);
});

test("its error in the OpenAI form comes as it is, with when to try again", async () => {
  const body = {
    error: { message: "slow down", type: "rate_limit_error", param: null, code: "x", extra: 1 },
  };
  upstream.chat = (_, response) => {
    response.writeHead(429, { "content-type": "application/json", "retry-after": "7" });
    response.end(JSON.stringify(body));
  };
  const response = await chat("real", { stream: true });
  expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
    429,
    "7",
    body,
  ]);
});

test.each<[string, Handler, number, object]>([
  [
    "a text as error (Ollama)",
    (_, response) => response.writeHead(404).end('{"error":"model \\"x\\" not found"}'),
    404,
    { message: 'model "x" not found', code: "model_not_found" },
  ],
  [
    "its refusal of the hub's own key",
    (_, response) =>
      response.writeHead(401).end('{"error":{"message":"bad key the-upstream-key"}}'),
    502,
    {
      code: "upstream_auth",
      message: 'The upstream "main" does not accept the key this hub has for it.',
    },
  ],
  [
    "a redirect",
    (_, response) => response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
    502,
    { code: "upstream_error" },
  ],
  [
    "a web page",
    (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>Sign in"),
    502,
    { code: "upstream_error" },
  ],
  [
    "a web page as error",
    (_, response) => response.writeHead(503, { "content-type": "text/html" }).end("<p>Busy"),
    503,
    { message: 'The upstream "main" failed (503).' },
  ],
  [
    "a closed connection",
    (_, response) => response.destroy(),
    502,
    { code: "upstream_unreachable" },
  ],
])("%s becomes an error in the OpenAI form", async (_, handler, status, error) => {
  upstream.chat = handler;
  for (const stream of [false, true]) {
    const response = await chat("real", { stream });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { param: null, ...error } });
  }
});

test("a stream that breaks off between events ends with an error event and no [DONE]", async () => {
  upstream.chat = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[]}\n\n', () => response.destroy());
  };
  const text = await (await chat("real", { stream: true })).text();
  expect(eventsOf(text).at(-1)).toMatchObject({ error: { code: "upstream_unreachable" } });
});

test("a stream that breaks off inside an event breaks the connection", async () => {
  upstream.chat = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choi', () => response.destroy());
  };
  const response = await chat("real", { stream: true });
  await expect(response.text()).rejects.toThrow();
});

test("while an upstream is dead its models are unknown and the built-in ones work", async () => {
  const dead = await lab.start([
    "--lab",
    "--data",
    join(lab.home, "dead"),
    "--upstream",
    "gone=http://127.0.0.1:9",
  ]);
  const request = { ...chatBody("hub/hub-demo", "hello") };
  expect((await dead.api("/hub/v1/chat/completions", request)).status).toBe(200);
  const response = await dead.api("/hub/v1/chat/completions", chatBody("gone/any", "hello"));
  expect([response.status, await response.json()]).toMatchObject([
    502,
    { error: { code: "upstream_unreachable" } },
  ]);
  dead.child.kill("SIGTERM");
  await dead.ended;
});
