import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  answers,
  FakeUpstream,
  type UpstreamHandler,
} from "../../support/modelServer/fakeUpstream.ts";
import { HubLab, type HubProcess } from "./hubProcess.ts";

const adminToken = "an-administrator-of-sinks";

/** One value of each action; their digits and names occur nowhere else. */
const values = {
  route: "12.345.678/0001-95",
  mask: "529.982.247-25",
  block: "5500 0000 0000 0004",
  alert: "quirina.tavora@velhos-mares.com.br",
} as const;

const traces =
  /12\.?345\.?678\/?0001|529\.?982\.?247|5500 ?0000 ?0000 ?0004|quirina|velhos-mares/iu;

type Action = keyof typeof values;

const requests: Readonly<Record<string, (text: string, isStreamed: boolean) => object>> = {
  "/chat/completions": (content, stream) => ({
    model: "big",
    stream,
    messages: [{ role: "user", content }],
  }),
  "/messages": (content, stream) => ({
    model: "big",
    stream,
    max_tokens: 9,
    messages: [{ role: "user", content }],
  }),
  "/responses": (input, stream) => ({ model: "big", stream, input, store: false }),
  "/completions": (prompt, stream) => ({ model: "big", stream, prompt, suffix: ";" }),
  "/embeddings": (input) => ({ model: "big", input }),
};

/** What a model server makes of a request: each repeats it, as gateways do in their errors. */
const servers: Readonly<Record<string, UpstreamHandler>> = {
  "refuses with 400": (request, response) => {
    const { body } = request;
    const error = { message: `bad: ${body}`, code: body.slice(0, 90) };
    answers({ error }, 400)(request, response);
  },
  "refuses with 429": (request, response) =>
    answers({ error: { message: request.body } }, 429)(request, response),
  "fails with 500": (request, response) =>
    answers({ error: { message: request.body } }, 500)(request, response),
  "answers HTML": ({ body }, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<p>${body}</p>`);
  },
  "cuts its stream": ({ body }, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: body } }] })}\n\n`,
      () => response.destroy(),
    );
  },
  "reports an error in its stream": ({ body }, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: ${JSON.stringify({ error: { message: body, code: "x" } })}\n\n`);
  },
};

describe.each(["text", "json"])("with a log as %s", (form) => {
  const lab = new HubLab();
  const [inside, outside] = [new FakeUpstream(), new FakeUpstream()];
  const data = join(lab.home, "hub");
  let hub: HubProcess;

  beforeAll(async () => {
    await lab.build();
    hub = await lab.start(["--lab", "--data", data, "--log", form], {
      AI_HUB_ADMIN_TOKEN: adminToken,
    });
    for (const [name, upstream] of Object.entries({ inside, outside })) {
      upstream.models = [{ id: "llama" }, { id: "big" }];
      const url = (await upstream.listen()).origin;
      const { id } = JSON.parse(
        await admin("POST", "/upstreams", { name, url, format: "openai", is_active: true }),
      ) as { readonly id: string };
      const record = { upstream_id: id, tiers: [], is_active: true };
      await admin("PUT", name === "inside" ? "/models/llama" : "/models/big", {
        ...record,
        in_house: name === "inside",
      });
    }
    await admin("PATCH", "/profiles/profile_lab", {
      dlp: { cnpj: "route", cpf: "mask", card: "block", email: "alert" },
    });
  }, 60_000);

  afterAll(async () => {
    await lab.dispose();
    inside.close();
    outside.close();
  });

  async function admin(method: string, path: string, body?: object): Promise<string> {
    const response = await fetch(`${hub.url}/hub/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect([path, response.ok, text]).toEqual([path, true, text]);
    return text;
  }

  async function ask(path: string, action: Action, isStreamed: boolean): Promise<string> {
    const value = values[action];
    const response = await hub.api(`/hub/v1${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-hub-run": `run-${action}`,
        "x-hub-app": `app of ${action}`,
        "x-session-id": `session-${action}`,
      },
      body: JSON.stringify(requests[path]?.(`the value ${value} here`, isStreamed) ?? {}),
    });
    const text = await response.text().catch(() => "cut");
    return `${JSON.stringify([...response.headers])}${text}`;
  }

  /** All bytes that the hub stored. */
  function storedBytes(folder = data): string {
    return readdirSync(folder, { withFileTypes: true })
      .map((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory()
          ? storedBytes(path)
          : entry.isFile()
            ? readFileSync(path).toString("latin1")
            : "";
      })
      .join("\n");
  }

  test.each(Object.entries(servers))(
    "a model server that %s and repeats the request brings no value into a log, a table or a report",
    async (_, handle) => {
      inside.handle = handle;
      outside.handle = handle;
      for (const path of Object.keys(requests)) {
        for (const isStreamed of [false, true]) {
          const [routed, masked, blocked] = await Promise.all([
            ask(path, "route", isStreamed),
            ask(path, "mask", isStreamed),
            ask(path, "block", isStreamed),
            ask(path, "alert", isStreamed),
          ]);
          expect([path, blocked]).not.toMatchObject([path, expect.stringMatching(traces)]);
          expect([path, masked]).not.toMatchObject([path, expect.stringMatching(traces)]);
          expect(routed).toMatch(/llama|dlp_blocked|in house/u);
        }
      }
      const sent = outside.requests.map(({ body }) => body).join("\n");
      expect(sent).not.toMatch(/12\.?345\.?678|529\.?982|5500 ?0000/u);
    },
  );

  test("no sink has any of the values", async () => {
    const reports = [
      "/audit?limit=200",
      "/audit/export",
      "/security-events",
      "/usage?group_by=model",
      "/usage?group_by=app",
      "/runs",
      "/me/runs",
      "/models",
      "/upstreams",
    ];
    for (const path of reports) {
      expect([path, traces.exec(await admin("GET", path))?.[0]]).toEqual([path, undefined]);
    }
    const own = await (await hub.api("/hub/v1/usage?group_by=run")).text();
    const metrics = await (
      await hub.api("/metrics", { headers: { authorization: `Bearer ${adminToken}` } })
    ).text();
    expect(metrics).toContain("dlp");
    expect([traces.exec(own)?.[0], traces.exec(metrics)?.[0]]).toEqual([undefined, undefined]);
    expect([traces.exec(hub.stdout())?.[0], traces.exec(hub.stderr())?.[0]]).toEqual([
      undefined,
      undefined,
    ]);
    expect(traces.exec(storedBytes())?.[0]).toBeUndefined();
  });
});
