import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import {
  answers,
  FakeUpstream,
  streams,
  type UpstreamHandler,
} from "../../support/modelServer/fakeUpstream.ts";
import {
  brokenAfter,
  busyFor,
  cut,
  earlyFaults,
  streamFaults,
  wholeFaults,
} from "./faultyServers.ts";
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
    upstream.models = Array.from({ length: 150 }, (_, at) => [
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
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${hub.url}/hub/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
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

interface Counted {
  readonly text: string;
  readonly status: number;
  readonly response: Response;
  /** Costs of the attempts that the audit has for the model. */
  readonly costs: readonly string[];
}

async function asked(model: string, streamed: boolean): Promise<Counted> {
  const response = await hub.api(
    "/hub/v1/chat/completions",
    chatBody(model, "hi", { stream: streamed }),
  );
  const text = await response.text();
  const audit = await admin("GET", `/audit?kind=usage&model=${model}`);
  const costs = (audit["data"] as readonly { readonly cost: string }[]).map(({ cost }) => cost);
  return {
    response,
    text,
    status: response.status,
    costs: costs.filter((cost) => cost !== "0.00"),
  };
}

const cases = [false, true].flatMap((streamed) =>
  [...earlyFaults, ...(streamed ? streamFaults : wholeFaults)].map((fault) => ({
    ...fault,
    streamed,
  })),
);

test("there are 24 faults of streams", () => {
  expect(cases.filter(({ streamed }) => streamed)).toHaveLength(24);
});

test.each(cases)(
  "where one server $name, the other answers, once, and each attempt that cost is counted (streamed: $streamed)",
  async ({ handle, streamed, costs = false }) => {
    const alive = streamed ? stream : whole;
    const model = await newModel();
    first.handle = handle;
    second.handle = alive;
    const answer = await asked(model, streamed);
    expect([answer.status, answer.text.split("Yes.").length]).toEqual([200, 2]);
    expect(answer.text).not.toContain('"error"');
    expect(answer.response.headers.get("x-hub-upstream")).toBe(`second/there-${models}`);
    expect(second.requests).toHaveLength(1);
    expect(second.last.fields["model"]).toBe(`there-${models}`);
    expect(answer.costs).toHaveLength(costs ? 2 : 1);
    if (!streamed) {
      expect(answer.response.headers.get("x-hub-cost")).toBe("1.000002");
    }

    const other = await newModel();
    [first.handle, second.handle] = [alive, handle];
    const direct = await asked(other, streamed);
    expect([direct.status, direct.text.split("Yes.").length]).toEqual([200, 2]);
    expect([direct.costs.length, second.requests.length]).toEqual([1, 1]);

    const dead = await newModel();
    first.handle = handle;
    const failed = await asked(dead, streamed);
    expect(failed.text).not.toContain("Yes.");
    expect(failed.status >= 400 || failed.text.includes('"error"') || !streamed).toBe(true);
    expect(failed.costs).toHaveLength(costs ? 2 : 0);
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

const word = 'data: {"choices":[{"index":0,"delta":{"content":"Once"}}]}\n\n';

test.each([
  ["breaks off", brokenAfter(word)],
  ["breaks off in an event", brokenAfter(word, 'data: {"choices":[{"in')],
  ["ends without a reason", streams(word)],
  ["streams an error", streams(word, 'data: {"error":{"message":"overloaded"}}\n\n')],
])(
  "where a server $0 after its first words, nothing is asked again, and every format says so",
  async (_, fault) => {
    first.handle = fault;
    for (const path of ["chat/completions", "messages", "responses"]) {
      const model = await newModel();
      const init = chatBody(model, "hi", { stream: true, max_tokens: 50 });
      const response = await hub.api(
        `/hub/v1/${path}`,
        path === "responses"
          ? { ...init, body: JSON.stringify({ model, input: "hi", stream: true, store: false }) }
          : init,
      );
      const text = await response.text().catch(() => "Once, and a cut connection: error");
      // The end of a response repeats its text.
      const pieces = text.split(path === "responses" ? '"delta":"Once"' : "Once");
      expect(pieces).toHaveLength(2);
      expect(text).toContain("error");
      expect(text).not.toMatch(/"finish_reason":"|message_stop|response\.completed/u);
      expect(second.requests).toEqual([]);
    }
  },
);

test("requests are shared by weight, and those of one conversation go to one server", async () => {
  const id = `shared-${(models += 1)}`;
  await admin("PUT", `/models/${id}`, {
    upstream_id: ids[0],
    fallbacks: [{ upstream_id: ids[1], upstream_model: `there-${models}`, weight: 1 }],
    tiers: [],
    is_active: true,
  });
  first.handle = whole;
  const ask = async (headers: Record<string, string>, fields: object = {}): Promise<string> => {
    const init = chatBody(id, "hi", fields);
    const response = await hub.api("/hub/v1/chat/completions", {
      ...init,
      headers: { ...init.headers, ...headers },
    });
    await response.text();
    return String(response.headers.get("x-hub-upstream"));
  };
  const alone = new Set<string>();
  for (let time = 0; time < 40 && alone.size < 2; time += 1) {
    alone.add(await ask({}));
  }
  expect(alone.size).toBe(2);
  for (const [headers, fields] of [
    [{ "x-hub-run": "run-1", "x-hub-run-limit": "900.00" }, {}],
    [{ "x-session-id": "conversation-1" }, {}],
    [{}, { prompt_cache_key: "key-1" }],
  ] as const) {
    const upstreams = await Promise.all(Array.from({ length: 8 }, () => ask(headers, fields)));
    expect(new Set(upstreams).size).toBe(1);
  }
});

async function askDear(limit: string): Promise<Response> {
  const id = `shared-${(models += 1)}`;
  await admin("PUT", `/models/${id}`, {
    upstream_id: ids[0],
    fallbacks: [
      {
        upstream_id: ids[1],
        upstream_model: `there-${models}`,
        price: { input: "5", output: "5" },
      },
    ],
    context_length: 1_000_000,
    price: { input: "1", output: "1" },
    tiers: [],
    is_active: true,
  });
  first.handle = cut;
  const init = chatBody(id, "hi".repeat(400_000), { max_tokens: 10 });
  return hub.api("/hub/v1/chat/completions", {
    ...init,
    headers: { ...init.headers, "x-hub-run": id, "x-hub-run-limit": limit },
  });
}

test("a dearer server is used at its price, or not at all where a cap has no room for it", async () => {
  const enough = await askDear("9.00");
  expect([enough.status, enough.headers.get("x-hub-cost")]).toEqual([200, "5.00001"]);
  second.requests.length = 0;
  const tight = await askDear("2.00");
  expect([tight.status, await tight.text()]).toEqual([
    402,
    expect.stringContaining("run_budget_exceeded"),
  ]);
  expect(second.requests).toEqual([]);
});

test("a server that failed three times is avoided, and metrics say so", async () => {
  const model = await newModel();
  first.handle = cut;
  for (let time = 0; time < 5; time += 1) {
    await hub.api("/hub/v1/chat/completions", chatBody(model, "hi"));
  }
  expect(second.requests).toHaveLength(5);
  const metrics = await fetch(`${hub.url}/metrics`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  const text = await metrics.text();
  expect(text).toMatch(/^aihub_avoided_routes [1-9]/mu);
  expect(text).toContain(`aihub_route_avoided{route="first/${model}"} 1`);
  // An attempt on a connection that was kept open may be sent twice, so requests are not counted.
  expect(text).toContain(`aihub_route_attempts_total{route="first/${model}",outcome="failed"} 3`);
  expect(text).toContain(
    `aihub_route_attempts_total{route="second/there-${models}",outcome="answered"} 5`,
  );
  const health = await admin("GET", "/upstreams/health");
  const rows = health["data"] as readonly { readonly model: string }[];
  const until = expect.stringMatching(/Z$/u) as string;
  expect(rows.filter((row) => [model, `there-${models}`].includes(row.model))).toMatchObject([
    { upstream: "first", avoided_until: until, attempts: 3, failures: 3, tokens_per_second: null },
    { upstream: "second", avoided_until: null, attempts: 5, failures: 0 },
  ]);
  const ready: unknown = await (await fetch(`${hub.url}/readyz`)).json();
  expect(ready).toMatchObject({ status: "ok", avoided_routes: expect.any(Number) as number });
});
