import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { chunkOf, delta, finish, streamOf, tool } from "../../support/answerText.ts";
import {
  askClient,
  canaryToken,
  clientOf,
  everythingOf,
} from "../../support/faultServer/askClient.ts";
import { FaultServer, type Step } from "../../support/faultServer/faultServer.ts";
import { bare, ok, status, write } from "../../support/faultServer/steps.ts";

let server: FaultServer;

beforeAll(async () => {
  server = await FaultServer.start();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const answer = streamOf("Hi");
const { signal } = new AbortController();

describe("a network that fails is named", () => {
  test("a name that nobody knows", async () => {
    expect(await errorAt("https://hub.invalid")).toMatchObject({
      failure: { kind: "dns", host: "hub.invalid" },
    });
  });

  test("a port where nobody listens", async () => {
    const closed = await FaultServer.start();
    const { url, port } = closed;
    await closed[Symbol.asyncDispose]();
    expect(await errorAt(url)).toMatchObject({
      failure: { kind: "refused", systemCode: "ECONNREFUSED", host: `127.0.0.1:${port}` },
    });
  });

  test("a port that belongs to another protocol", async () => {
    expect(await errorAt("http://127.0.0.1:6000")).toMatchObject({
      failure: { kind: "port_blocked", host: "127.0.0.1:6000" },
    });
  });

  test.each(["compress", "x-secret", "gzip, lzma"])(
    "an encoding that nobody reads: %s",
    async (name) => {
      server.answer(ok(answer, { "content-encoding": name }));
      const { failure, text } = await askClient(server);
      expect(failure).toMatchObject({
        kind: "unknown_encoding",
        hubCode: name.split(", ").at(-1),
      });
      expect(text).toBe("");
    },
  );

  test("bytes that are compressed though no header says so", async () => {
    const bytes = gzipSync(answer);
    server.answer([{ do: "head" }, { do: "write", bytes }, { do: "end" }]);
    expect((await askClient(server)).failure).toMatchObject({
      kind: "unknown_encoding",
      hubCode: "gzip",
    });
  });

  test("an error that is encoded in an unknown way is still known by its status", async () => {
    server.answer([
      { do: "head", status: 401, headers: { "content-encoding": "x-secret" } },
      write("%%%"),
      { do: "end" },
    ]);
    expect((await askClient(server)).failure).toMatchObject({ kind: "auth_invalid" });
  });

  test("https to a server that speaks http", async () => {
    expect(await errorAt(server.url.replace("http:", "https:"))).toMatchObject({ kind: "tls" });
  });

  test.each<[string, readonly Step[], string]>([
    ["no content", status(204), "not_a_hub"],
    ["a proxy that wants a sign-in", status(407), "proxy_auth"],
    ["an empty answer", status(200), "truncated"],
    [
      "headers of a megabyte",
      bare(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(1_000_000)}\r\n\r\n`),
      "not_a_hub",
    ],
    [
      "less than announced",
      bare(`HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n${chunkOf("Hi")}`),
      "truncated",
    ],
    [
      "garbage between chunks",
      bare("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nzz\r\n"),
      "malformed_stream",
    ],
    [
      "compressed bytes that are none",
      ok("nonsense", { "content-encoding": "gzip" }),
      "malformed_stream",
    ],
  ])("%s", async (_name, steps, kind) => {
    server.answer(steps);
    expect((await askClient(server)).failure?.kind).toBe(kind);
  });

  test("an answer that ends with its connection, as HTTP/1.0 has it, is complete", async () => {
    server.answer(bare(`HTTP/1.0 200 OK\r\n\r\n${answer}`));
    expect(await askClient(server)).toMatchObject({ text: "Hi", finishReason: "stop" });
  });
});

describe("a connection that closes early says whether an answer had begun", () => {
  const role = delta({ role: "assistant", content: "" });
  const call = tool({ index: 0, id: "c", function: { name: "f", arguments: '{"a' } });

  test.each<[string, readonly Step[], number]>([
    ["closed before the headers", [{ do: "close" }], 3],
    ["reset before the headers", [{ do: "reset" }], 3],
    ["headers, then the end", status(200), 1],
    ["headers, then a reset", [{ do: "head" }, { do: "reset" }], 3],
    ["comments only", ok(": waiting\n\n"), 1],
    ["the first event cut", ok('data: {"choices":[{"del'), 1],
    ["a role only", ok(role), 1],
  ])("%s: it had not", async (_name, steps, requests) => {
    server.answer(steps);
    expect((await askClient(server)).failure).toMatchObject({
      kind: "truncated",
      isUnanswered: true,
    });
    expect(server.requests).toHaveLength(requests);
  });

  test.each<[string, readonly Step[]]>([
    ["text", ok(role + chunkOf("Hi"))],
    ["text, then a reset", [{ do: "head" }, write(chunkOf("Hi")), { do: "reset" }]],
    ["half a call", ok(role + call)],
    ["half a JSON answer", ok('{"choices":[{"message":{"content":"Hi')],
    ["a reason of the model server's", ok(finish("network_error"))],
  ])("%s: it had", async (_name, steps) => {
    server.answer(steps);
    const { failure } = await askClient(server);
    expect(failure?.kind).toBe("truncated");
    expect(failure?.isUnanswered).toBeUndefined();
  });

  test("a try whose call was cut does not count for the next one", async () => {
    server.answer((_request, attempt) =>
      attempt === 1 ? [{ do: "head" }, write(call), { do: "reset" }] : status(200),
    );
    expect((await askClient(server)).failure?.isUnanswered).toBe(true);
  });
});

describe("a warning comes with the answer and takes nothing away", () => {
  test.each<[string, number, Record<string, string>, ...unknown[]]>([
    [
      "this hub's",
      200,
      { "x-hub-dlp": "alert;types=email,cpf" },
      {
        kind: "dlp_alert",
        dlpFindings: [
          { type: "email", count: 1 },
          { type: "cpf", count: 1 },
        ],
      },
    ],
    [
      "this hub's, with what it masked and why a value was not blocked",
      200,
      { "x-hub-dlp": "mask;types=cpf, alert;types=card,email;why=card:trial,card:<b>" },
      { kind: "dlp_masked", dlpFindings: [{ type: "cpf", count: 1 }] },
      {
        kind: "dlp_alert",
        dlpFindings: [
          { type: "card", count: 1, doubt: "trial" },
          { type: "email", count: 1 },
        ],
      },
    ],
    [
      "Cloudflare's",
      200,
      { "cf-aig-dlp": '{"findings":[],"action":"FLAG"}' },
      { kind: "dlp_alert" },
    ],
    ["Portkey's", 246, {}, { kind: "dlp_alert" }],
  ])("%s", async (_name, code, headers, ...failures) => {
    server.answer([{ do: "head", status: code, headers }, write(answer), { do: "end" }]);
    const { events, text } = await askClient(server);
    expect(events.filter(({ kind }) => kind === "notice")).toEqual(
      failures.map((failure) => ({ kind: "notice", failure })),
    );
    expect(text).toBe("Hi");
  });
});

test("what the hub masked in a stream is told at its end, in a whole answer at its begin", async () => {
  const told = "mask;types=cpf,own.BADGE;counts=2,1";
  const dlpFindings = [
    { type: "cpf", count: 2 },
    { type: "own.BADGE", count: 1 },
  ];
  const notice = { kind: "notice", failure: { kind: "dlp_answer_masked", dlpFindings } };
  const whole = '{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}';
  for (const steps of [
    ok(`${answer}: hub-dlp-answer ${told}\n\n: hub-cost 0.01\n\n`),
    ok(whole, { "x-hub-dlp-answer": told }),
  ]) {
    server.answer(steps);
    const { events, text } = await askClient(server);
    expect([events.filter(({ kind }) => kind === "notice"), text]).toEqual([[notice], "Hi"]);
  }
});

test("no failure, however it came, shows the token", async () => {
  for (const steps of [
    [
      { do: "head" as const, status: 400 },
      write(echo(`you sent ${canaryToken}`)),
      { do: "end" as const },
    ],
    ok(echo(encodeURIComponent(canaryToken))),
    ok(`data: ${echo(btoa(canaryToken))}\n\n`, { "x-request-id": canaryToken }),
    ok(`data: {"broken ${canaryToken}\n\n`),
  ]) {
    server.answer(steps);
    const { error } = await askClient(server);
    expect(everythingOf(error)).not.toMatch(/CANARY|c2tfaHVi/u);
  }
});

async function errorAt(url: string): Promise<unknown> {
  return await clientOf(url)
    .listModels({ signal })
    .catch((thrown: unknown) => thrown);
}

function echo(text: string): string {
  return JSON.stringify({ error: { message: text, code: text } });
}
