import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import {
  answers,
  FakeUpstream,
  streams,
  type UpstreamHandler,
} from "../../support/modelServer/fakeUpstream.ts";
import { chatBody, HubLab, type HubProcess } from "./hubProcess.ts";

const adminToken = "an-administrator-of-two-servers";
const lab = new HubLab();
const [first, second] = [new FakeUpstream(), new FakeUpstream()];
const ids: string[] = [];
let hub: HubProcess;
let models = 0;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "hub")], {
    AI_HUB_ADMIN_TOKEN: adminToken,
  });
  for (const [name, upstream] of Object.entries({ first, second })) {
    upstream.models = Array.from({ length: 60 }, (_, at) => [
      { id: `shared-${at}` },
      { id: `there-${at}` },
    ]).flat();
    const { origin } = await upstream.listen();
    const made = await admin("POST", "/upstreams", {
      name,
      url: origin,
      format: "openai",
      is_active: true,
    });
    ids.push(String(made["id"]));
  }
});
beforeEach(() => {
  first.requests.length = 0;
  second.requests.length = 0;
  second.handle = whole;
});
afterAll(async () => {
  await lab.dispose();
  first.close();
  second.close();
});

async function admin(
  method: string,
  path: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${hub.url}/hub/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  expect([response.ok, answer]).toEqual([true, answer]);
  return answer;
}

/** A model on both servers that no test has asked yet. */
async function newModel(): Promise<string> {
  models += 1;
  const id = `shared-${models}`;
  await admin("PUT", `/models/${id}`, {
    upstream_id: ids[0],
    fallbacks: [{ upstream_id: ids[1], upstream_model: `there-${models}` }],
    price: { input: "1", output: "1" },
    tiers: [],
    is_active: true,
  });
  return id;
}

const whole = answers({
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1_000_000, completion_tokens: 2, total_tokens: 1_000_002 },
});
const stream = streams(
  'data: {"choices":[{"index":0,"delta":{"content":"Yes."},"finish_reason":"stop"}]}\n\n',
  "data: [DONE]\n\n",
);

const cut: UpstreamHandler = (_, response) => response.destroy();
const page: UpstreamHandler = (_, response) => {
  response.writeHead(502, { "content-type": "text/html" });
  response.end("<h1>Bad gateway</h1>");
};
const wrongPage: UpstreamHandler = (_, response) => {
  response.writeHead(200, { "content-type": "text/html" });
  response.end("<h1>Sign in</h1>");
};
const busyFor =
  (seconds: string): UpstreamHandler =>
  (_, response) => {
    response.writeHead(429, { "content-type": "application/json", "retry-after": seconds });
    response.end('{"error":{"message":"slow down"}}');
  };

const faults: readonly (readonly [string, UpstreamHandler])[] = [
  ["cuts the connection", cut],
  ["answers 500", answers({ error: { message: "no" } }, 500)],
  ["answers 503 in another form", answers({ detail: "loading" }, 503)],
  ["answers 529", answers({ type: "error", error: { type: "overloaded_error" } }, 529)],
  ["answers a page of 502", page],
  ["answers a page of 200", wrongPage],
  ["answers 429 for a minute", busyFor("60")],
  ["answers 429 for an unknown time", answers({ error: { message: "busy" } }, 429)],
];

test.each(
  faults.flatMap(([name, fault]) => [false, true].map((streamed) => ({ name, fault, streamed }))),
)(
  "where the first server $name, the second answers, once and at one price (streamed: $streamed)",
  async ({ fault, streamed }) => {
    const model = await newModel();
    first.handle = fault;
    second.handle = streamed ? stream : whole;
    const response = await hub.api(
      "/hub/v1/chat/completions",
      chatBody(model, "hi", { stream: streamed }),
    );
    const text = await response.text();
    expect([response.status, text.split("Yes.").length]).toEqual([200, 2]);
    expect(response.headers.get("x-hub-upstream")).toBe(`second/there-${models}`);
    expect(first.requests.length).toBeGreaterThan(0);
    expect(second.requests).toHaveLength(1);
    expect(second.last.fields["model"]).toBe(`there-${models}`);
    if (!streamed) {
      expect(response.headers.get("x-hub-cost")).toBe("1.000002");
    }
  },
);

test.each<readonly [string, number, UpstreamHandler]>([
  ["the client's own mistake", 400, answers({ error: { message: "bad" } }, 400)],
  ["a wait that a client makes by itself", 429, busyFor("1")],
  ["the hub's key refused", 502, answers({ error: { message: "key" } }, 401)],
])("%s is told, and the second server is not asked", async (_, status, fault) => {
  const model = await newModel();
  first.handle = fault;
  const response = await hub.api("/hub/v1/chat/completions", chatBody(model, "hi"));
  expect([response.status, second.requests.length]).toEqual([status, 0]);
});

test("where both are dead, the last one's failure is told", async () => {
  const model = await newModel();
  first.handle = cut;
  second.handle = answers({ error: { message: "down for repair" } }, 503);
  const response = await hub.api("/hub/v1/chat/completions", chatBody(model, "hi"));
  expect([response.status, await response.text()]).toEqual([
    503,
    expect.stringContaining("down for repair"),
  ]);
});

test("after the first words of an answer nothing is asked again", async () => {
  const model = await newModel();
  first.handle = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"Once"}}]}\n\n');
    setImmediate(() => response.destroy());
  };
  const response = await hub.api(
    "/hub/v1/chat/completions",
    chatBody(model, "hi", { stream: true }),
  );
  const text = await response.text();
  expect(text.split("Once")).toHaveLength(2);
  expect(text).toContain('"error"');
  expect(second.requests).toEqual([]);
});

test("a server that failed three times is avoided, and metrics say so", async () => {
  const model = await newModel();
  first.handle = cut;
  for (let time = 0; time < 5; time += 1) {
    await hub.api("/hub/v1/chat/completions", chatBody(model, "hi"));
  }
  expect([first.requests.length, second.requests.length]).toEqual([3, 5]);
  const metrics = await fetch(`${hub.url}/metrics`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  expect(await metrics.text()).toMatch(/^aihub_avoided_routes [1-9]/mu);
});
