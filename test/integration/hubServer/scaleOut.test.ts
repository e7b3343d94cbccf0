import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { findPostgres, ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { FakeUpstream } from "../../support/modelServer/fakeUpstream.ts";
import { HubLab, type HubProcess, until } from "./hubProcess.ts";

const adminToken = "an-administrator-of-many-hubs";
const canRun = findPostgres() !== undefined || process.env["AI_HUB_REQUIRE_ALL"] === "1";

interface Made {
  readonly id: string;
  readonly token: string;
}

describe.runIf(canRun)("two hubs on one PostgreSQL", () => {
  const lab = new HubLab();
  const upstream = new FakeUpstream();
  let postgres: ThrowAwayPostgres;
  let hubs: readonly HubProcess[];

  beforeAll(async () => {
    const url = await upstream.listen();
    upstream.models = [{ id: "large" }];
    upstream.handle = (_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          id: "chatcmpl-1",
          object: "chat.completion",
          created: 1,
          model: "large",
          choices: [
            { index: 0, message: { role: "assistant", content: "Yes." }, finish_reason: "stop" },
          ],
          usage: { prompt_tokens: 10, completion_tokens: 90, total_tokens: 100 },
        }),
      );
    };
    [postgres] = await Promise.all([ThrowAwayPostgres.start(), lab.build()]);
    const database = await postgres.createDatabase();
    const args = ["--database", database, "--upstream", `main=${url.href}v1`];
    hubs = await Promise.all(
      ["one", "two"].map((name) =>
        lab.start([...args, "--data", `${lab.home}/${name}`], { AI_HUB_ADMIN_TOKEN: adminToken }),
      ),
    );
  }, 120_000);

  afterAll(async () => {
    await lab.dispose();
    upstream.close();
    await postgres.stop();
  });

  const hub = (index: number): HubProcess => {
    const found = hubs[index % hubs.length];
    if (!found) {
      throw new Error("no hub was started");
    }
    return found;
  };

  async function admin<T>(index: number, method: string, path: string, body?: object): Promise<T> {
    const response = await hub(index).api(`/hub/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
    return JSON.parse(text) as T;
  }

  const body = JSON.stringify({
    model: "large",
    max_tokens: 90,
    messages: [{ role: "user", content: "x".repeat(40) }],
  });

  function chat(index: number, token: string): Promise<Response> {
    return hub(index).api("/hub/v1/chat/completions", {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body,
    });
  }

  test("a token that one has made opens the other, and one that is revoked opens neither", async () => {
    const { id, token } = await admin<Made>(0, "POST", "/tokens", { name: "both" });
    expect((await chat(1, token)).status).toBe(200);
    await admin(0, "DELETE", `/tokens/${id}`);
    expect((await chat(0, token)).status).toBe(401);
    await until("the other hub has heard of it", async () => (await chat(1, token)).status === 401);
  });

  test("a cap for 20 requests admits exactly 20 of 80 that come to both at once", async () => {
    const { id, token } = await admin<Made>(0, "POST", "/tokens", { name: "capped" });
    // What it can read at most is what is reserved for it; it reads that much.
    await admin(0, "PUT", "/models/large", { context_length: 10, tiers: [], is_active: true });
    await admin(1, "POST", "/budgets", {
      scope: "token",
      subject_id: id,
      unit: "tokens",
      limit: String(20 * 100),
      warn_at: [],
    });
    await until("both hubs know the budget", async () => {
      const states = await Promise.all(
        hubs.map(async ({ api }) => {
          const usage = await api("/hub/v1/usage", {
            headers: { authorization: `Bearer ${token}` },
          });
          const { budgets } = (await usage.json()) as { readonly budgets: readonly unknown[] };
          return budgets.length;
        }),
      );
      return states.every((count) => count === 1);
    });
    const before = upstream.requests.length;
    const answers = await Promise.all(Array.from({ length: 80 }, (_, index) => chat(index, token)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 402)).toHaveLength(60);
    expect(upstream.requests.length - before).toBe(20);
  });

  test("a rate of 10 a minute passes exactly 10 of 40 that come to both at once", async () => {
    const { token } = await admin<Made>(0, "POST", "/tokens", {
      name: "slow",
      rate_limits: { requests_per_minute: 10 },
    });
    expect((await chat(1, token)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => chat(index, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("both write one chain, which is whole", async () => {
    const chains = await Promise.all(
      [0, 1].map((index) =>
        admin<{ problem: string | null; events: number }>(index, "GET", "/audit/verify"),
      ),
    );
    expect(chains.map(({ problem }) => problem ?? "none").join("; ")).toBe("none; none");
    expect(chains[0]?.events).toBeGreaterThan(30);
  });

  test("without the database nothing is forwarded, and both are ready again when it is back", async () => {
    const { token } = await admin<Made>(0, "POST", "/tokens", { name: "cut" });
    expect((await chat(0, token)).status).toBe(200);
    await postgres.cutConnections();
    await until("the hubs have connected again", async () => {
      const ready = await Promise.all(hubs.map(async ({ api }) => (await api("/readyz")).status));
      return ready.every((status) => status === 200);
    });
    expect((await chat(1, token)).status).toBe(200);
  });
});
