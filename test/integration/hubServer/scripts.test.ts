import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { edgeErrors } from "../../../src/hubServer/lab/scripted/edgeErrors.ts";
import { gatewayErrors } from "../../../src/hubServer/lab/scripted/gatewayErrors.ts";
import { hubErrors, midStreamScenarios } from "../../../src/hubServer/lab/scripted/hubErrors.ts";
import { chatBody, eventsOf, HubLab, type HubProcess } from "./hubProcess.ts";

const lab = new HubLab();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "scripts")]);
});
afterAll(() => lab.dispose());

function ask(script: string, fields: object = { stream: true }): Promise<Response> {
  return hub.api("/hub/v1/chat/completions", {
    ...chatBody(`hub-script-${script}`, "please", fields),
    redirect: "manual",
  });
}

const errors = Object.entries({ ...hubErrors, ...gatewayErrors, ...edgeErrors });

test.each(errors.filter(([, { status }]) => status !== 407))(
  "error %s is sent as it is in the table",
  async (name, { status, headers = {}, body }) => {
    const response = await ask(`error-${name}`);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
    const text = await response.text();
    expect(typeof body === "string" ? text : JSON.parse(text)).toEqual(body);
  },
);

test("error proxy-auth has the status that fetch itself takes for a network error", async () => {
  await expect(ask("error-proxy-auth")).rejects.toThrow("fetch failed");
});

test.each(Object.keys(midStreamScenarios))(
  "error %s comes after some text, and no [DONE]",
  async (name) => {
    const text = await (await ask(`error-${name}`)).text();
    expect(text).toContain('"content":"This answer is scripted.');
    expect(text).toContain("error");
    expect(text).not.toContain("[DONE]");
  },
);

test("X-Hub-Scenario plays a scenario whatever the model", async () => {
  const response = await hub.api("/hub/v1/chat/completions", {
    ...chatBody("hub-demo", "hi"),
    headers: { "x-hub-scenario": "budget" },
  });
  expect(response.status).toBe(402);
});

test("without --lab there are neither scripts nor scenarios", async () => {
  const plain = await lab.start(["--data", join(lab.home, "plain")]);
  const asAdmin = { authorization: `Bearer ${plain.adminToken}` };
  const created = await plain.api("/hub/admin/v1/tokens", {
    method: "POST",
    headers: asAdmin,
    body: JSON.stringify({ name: "t" }),
  });
  const { token } = (await created.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, "x-hub-scenario": "budget" };
  const script = { ...chatBody("hub-script-echo", "hi"), headers };
  expect((await plain.api("/hub/v1/chat/completions", script)).status).toBe(404);
  const demo = { ...chatBody("hub-demo", "hi"), headers };
  expect((await plain.api("/hub/v1/chat/completions", demo)).status).toBe(200);
  plain.child.kill("SIGTERM");
  await plain.ended;
});

test.each([
  ["long", 100_000],
  ["long-1mb", 1_000_000],
])("%s has exactly its length, and is the same each time", async (script, length) => {
  const contents = await Promise.all(
    [1, 2].map(async () => {
      const response = await ask(script, {});
      const body = (await response.json()) as { choices: [{ message: { content: string } }] };
      return body.choices[0].message.content;
    }),
  );
  expect(contents[0]).toHaveLength(length);
  expect(contents[1]).toBe(contents[0]);
});

test("cut breaks the connection, truncated ends without a finish reason", async () => {
  const cut = await ask("cut");
  await expect(cut.text()).rejects.toThrow();
  const truncated = await (await ask("truncated")).text();
  expect(truncated).toContain("This answer is scripted.");
  expect(truncated).not.toContain('"finish_reason":"');
});

test("stalled sends text and then nothing until the client leaves", async () => {
  const leaving = new AbortController();
  const response = await hub.api("/hub/v1/chat/completions", {
    ...chatBody("hub-script-stalled", "hi", { stream: true }),
    signal: leaving.signal,
  });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toContain("chat.completion.chunk");
  leaving.abort();
});

test.each([
  ["malformed", "text/event-stream", /"content":\n\n$/u],
  ["html", "text/html", /^<!doctype html>/u],
  ["empty", "text/event-stream", /^$/u],
  ["done-only", "text/event-stream", /^data: \[DONE\]\n\n$/u],
  ["json", "application/json; charset=utf-8", /^\{"id":.*"object":"chat\.completion",/u],
])("%s answers as its name says", async (script, type, pattern) => {
  const response = await ask(script);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  expect(await response.text()).toMatch(pattern);
});

test("reasoning, tools and length have their own parts and endings", async () => {
  const reasoning = await (await ask("reasoning")).text();
  expect(reasoning).toContain('"reasoning_content":"First "');
  const tools = [
    { type: "function", function: { name: "one" } },
    { type: "function", function: { name: "two" } },
  ];
  const called = eventsOf(await (await ask("tools", { stream: true, tools })).text());
  expect(called).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        choices: [
          expect.objectContaining({
            delta: { tool_calls: [expect.objectContaining({ index: 1, id: "call_2" })] },
          }),
        ],
      }),
    ]),
  );
  expect(called.at(-2)).toMatchObject({ choices: [{ finish_reason: "tool_calls" }] });
  expect(eventsOf(await (await ask("length")).text()).at(-2)).toMatchObject({
    choices: [{ finish_reason: "length" }],
  });
});
