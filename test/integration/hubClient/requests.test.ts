import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { chunkOf, streamOf } from "../../support/answerText.ts";
import {
  askClient,
  canaryToken,
  clientOf,
  everythingOf,
} from "../../support/faultServer/askClient.ts";
import { FaultServer, type Step } from "../../support/faultServer/faultServer.ts";
import { ok, status, write } from "../../support/faultServer/steps.ts";

let server: FaultServer;

beforeAll(async () => {
  server = await FaultServer.start();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const answer = streamOf("Hi");
const { signal } = new AbortController();
const spentBudget: Step = write('{"mensagem":"O orçamento mensal do setor foi atingido."}');

describe("a request", () => {
  test("carries the token, the app's name, the key of the sending, and asks for usage", async () => {
    server.answer(ok(answer));
    await askClient(server, { idempotencyKey: "send-1" });
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: "POST",
      path: "/hub/v1/chat/completions",
      headers: {
        authorization: `Bearer ${canaryToken}`,
        "x-hub-app": "vscode",
        "user-agent": "ai-hub-test/1",
        "idempotency-key": "send-1",
        "content-type": "application/json",
      },
    });
    expect(request?.headers).not.toHaveProperty("x-api-key");
    expect(JSON.parse(request?.body ?? "")).toEqual({
      model: "m",
      messages: [{ role: "user", content: "hi" }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("is told as it happens: what answers, text, what it used, the end", async () => {
    const usage = '{"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}}';
    const body = answer.replace("data: [DONE]", `data: ${usage}\n\ndata: [DONE]`);
    server.answer(ok(body, { "x-request-id": "req_1", "x-hub-cost": "0.0012" }));
    const { events } = await askClient(server);
    expect(events).toEqual([
      { kind: "responseStarted", model: "m1", requestId: "req_1" },
      { kind: "textDelta", text: "Hi" },
      { kind: "usage", inputTokens: 1, outputTokens: 2, cost: "0.0012" },
      { kind: "finished", reason: "stop" },
    ]);
  });

  test("uses the connection of the one before, even if its end came late", async () => {
    const body = [{ do: "head" as const }, write(answer)];
    server.answer(() => [...body, { do: "endLater" }]);
    const { connections } = server;
    await askClient(server);
    await askClient(server);
    await askClient(server);
    expect(server.connections - connections).toBeLessThanOrEqual(1);
  });

  test("without a token is not sent", async () => {
    server.answer(ok(answer));
    const client = clientOf(server.url, { token: () => Promise.resolve(undefined) });
    await expect(client.listModels({ signal })).rejects.toMatchObject({ kind: "auth_missing" });
    expect(server.requests).toEqual([]);
  });

  test("whose token cannot be read, or never comes, ends", async () => {
    const locked = clientOf(server.url, {
      token: () => Promise.reject(new Error("key ring is locked")),
    });
    await expect(locked.listModels({ signal })).rejects.toMatchObject({ kind: "secret_store" });
    const controller = new AbortController();
    const hanging = clientOf(server.url, { token: () => new Promise(() => undefined) });
    const list = hanging.listModels({ signal: controller.signal });
    controller.abort();
    await expect(list).rejects.toMatchObject({ kind: "cancelled" });
  });

  test.each(["sk_hub_line\nbreak", "sk_hub_ünicode", "sk hub"])(
    "with a token that cannot be sent is refused without showing it: %j",
    async (token) => {
      const client = clientOf(server.url, { token: () => Promise.resolve(token) });
      const error: unknown = await client.listModels({ signal }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "auth_invalid" });
      expect(everythingOf(error)).not.toContain(token);
    },
  );
});

describe("a redirect is refused", () => {
  let target: Server;
  let visits = 0;

  beforeAll(async () => {
    target = createServer((_request, response) => {
      visits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => {
      target.listen(0, "127.0.0.1", resolve);
    });
  });

  afterAll(() => {
    target.close();
  });

  test.each([301, 302, 303, 307, 308])("%i: nothing arrives where it points to", async (code) => {
    const host = `localhost:${(target.address() as AddressInfo).port}`;
    server.answer(status(code, { location: `http://${host}/hub/v1/chat/completions` }));
    const { failure } = await askClient(server);
    expect(failure).toMatchObject({ kind: "redirect_refused", httpStatus: code, host });
    server.answer(status(code, { location: "/elsewhere" }));
    expect((await askClient(server)).failure?.kind).toBe("redirect_refused");
    expect(server.requests).toHaveLength(1);
    expect(visits).toBe(0);
  });
});

describe("another try", () => {
  test("waits as long as the hub asks, is told of, and uses the same key", async () => {
    server.answer((_request, attempt) =>
      attempt === 1 ? status(429, { "retry-after": "3" }) : ok(answer),
    );
    const { text, retries } = await askClient(server, { idempotencyKey: "k" });
    expect({ text, retries }).toEqual({ text: "Hi", retries: [{ attempt: 2, delayMs: 3000 }] });
    expect(server.requests.map(({ headers }) => headers["idempotency-key"])).toEqual(["k", "k"]);
  });

  test("waits longer each time if the hub does not say, and comes twice at most", async () => {
    server.answer(status(503));
    const { failure, retries } = await askClient(server);
    expect(failure).toMatchObject({ kind: "overloaded", httpStatus: 503 });
    expect(retries).toEqual([
      { attempt: 2, delayMs: 1250 },
      { attempt: 3, delayMs: 4250 },
    ]);
    expect(server.requests).toHaveLength(3);
  });

  test.each([408, 425, 429, 500, 502, 503, 504, 529])("comes after %i", async (code) => {
    server.answer((_request, attempt) => (attempt === 1 ? status(code) : ok(answer)));
    expect((await askClient(server)).text).toBe("Hi");
  });

  test("comes at once and silently when an old connection turns out to be closed", async () => {
    server.answer((_request, attempt) => (attempt === 1 ? [{ do: "reset" }] : ok(answer)));
    expect(await askClient(server)).toMatchObject({ text: "Hi", retries: [] });
  });

  test.each([
    ["a wait of an hour", status(429, { "retry-after": "3600" }), "rate_limited"],
    ["a hub that says no", status(503, { "x-should-retry": "false" }), "overloaded"],
    ["an invalid token", status(401, { "retry-after": "1" }), "auth_invalid"],
    ["a budget", status(402), "budget_exhausted"],
    ["a budget that renews tomorrow", status(402, { "retry-after": "86400" }), "budget_exhausted"],
    [
      "a budget told with 429",
      [{ do: "head", status: 429 }, spentBudget, { do: "end" }],
      "budget_exhausted",
    ],
    ["a policy", status(403), "policy_other"],
    ["a conflict", status(409), "bad_request"],
    ["a wrong address", status(404), "not_a_hub"],
    ["text that was there already", [...ok(chunkOf("Hi")).slice(0, 2), { do: "end" }], "truncated"],
  ] as const)("does not come after %s", async (_name, steps, kind) => {
    server.answer(steps);
    const { failure } = await askClient(server);
    expect(failure?.kind).toBe(kind);
    expect(server.requests).toHaveLength(1);
  });

  test("comes once after a budget that is held by other requests for a moment", async () => {
    server.answer((_request, attempt) =>
      attempt === 1 ? status(402, { "retry-after": "1" }) : ok(answer),
    );
    expect(await askClient(server)).toMatchObject({
      text: "Hi",
      retries: [{ attempt: 2, delayMs: 1000 }],
    });
    server.answer(status(402, { "retry-after": "1" }));
    const { failure } = await askClient(server);
    expect(failure?.kind).toBe("budget_exhausted");
    expect(failure?.retryAt).toBeUndefined();
    expect(server.requests).toHaveLength(2);
  });

  test("comes after a conflict if the hub says that it helps", async () => {
    server.answer((_request, attempt) =>
      attempt === 1 ? status(409, { "x-should-retry": "true" }) : ok(answer),
    );
    expect((await askClient(server)).text).toBe("Hi");
  });

  test("in an hour is for the person to decide, who is told when", async () => {
    server.answer(status(429, { "retry-after": "3600" }));
    const { failure, elapsedMs } = await askClient(server);
    expect(failure?.retryAt).toBeGreaterThan(3_600_000);
    expect(elapsedMs).toBeLessThan(20_000);
  });
});
