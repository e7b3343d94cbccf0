import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { SellerClient } from "../../../src/seller/client/sellerClient.ts";
import { SellerError } from "../../../src/seller/client/sellerError.ts";
import { journaledWrite, type WriteEnd } from "../../../src/seller/write/journaledWrite.ts";
import type { JournalEntry } from "../../../src/seller/write/journalEntry.ts";
import type { Step } from "../../support/faultServer/faultServer.ts";
import { status } from "../../support/faultServer/steps.ts";
import { samples } from "../../unit/seller/contract/samples.ts";
import { clientSecret, failureOf, html, json, never, Portal, stalled } from "./portal.ts";

const signal = never;
const cancellation = { parameters: {}, body: { numeroPedido: 1 } };

let portal: Portal;

beforeEach(async () => {
  portal = await Portal.start();
});

afterEach(async () => {
  await portal[Symbol.asyncDispose]();
});

test("whatever text it has, a write goes out as the bytes that were shown", async () => {
  const client = portal.client();
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.integer(),
      async (observacao, numeroPedido) => {
        const body = { numeroPedido, codigoMotivoCancelamento: 2, observacao };
        const prepared = client.prepare("cancelOrder", { body });
        await client.send(prepared, { signal });
        expect(portal.calls.at(-1)?.body).toBe(prepared.body);
        expect(JSON.parse(prepared.body ?? "")).toEqual(body);
      },
    ),
    { numRuns: 300 },
  );
});

const answers: Readonly<Record<string, readonly Step[]>> = {
  done: json({ ok: true }),
  expired: status(401),
  refused: status(422),
  slowDown: status(429),
  broken: status(500),
  gateway: status(504),
  moved: status(302, { location: "/login" }),
  page: html(),
  lost: [{ do: "close" }],
  cut: [{ do: "head", headers: { "content-length": "9" } }, { do: "close" }],
};

const certain: Readonly<Record<string, string>> = {
  done: "done",
  refused: "rejected",
  slowDown: "rateLimited",
  expired: "unauthorized",
};

test("a cancellation is sent once, and again only after a 401; what is not certain is unknown", async () => {
  const client = portal.client();
  const name = fc.constantFrom(...Object.keys(answers));
  await fc.assert(
    fc.asyncProperty(name, name, async (first, second) => {
      const before = portal.calls.length;
      portal.answer = (_, attempt) => answers[attempt - before === 1 ? first : second] ?? [];
      const outcome = await client.call("cancelOrder", samples.cancelOrder, { signal }).then(
        () => "done",
        (error: unknown) => (error instanceof SellerError ? error.kind : "other"),
      );
      const last = first === "expired" ? second : first;
      expect([portal.calls.length - before, outcome]).toEqual([
        first === "expired" ? 2 : 1,
        certain[last] ?? "unknown",
      ]);
    }),
    { numRuns: 500 },
  );
});

describe("a cancellation or tracking that may have been done", () => {
  const ambiguous: readonly (readonly [string, readonly Step[]])[] = [
    ["a server error", status(500)],
    ["a bad gateway", status(502)],
    ["a gateway's timeout", status(504)],
    ["a redirect", status(303, { location: "/login" })],
    ["a web page", html()],
    ["a connection that closes", [{ do: "close" }]],
    [
      "an answer that breaks off",
      [{ do: "head", headers: { "content-length": "9" } }, { do: "close" }],
    ],
  ];

  test.each(ambiguous)("%s leaves it unknown and is never repeated", async (_, steps) => {
    portal.answer = () => steps;
    const client = portal.client();
    const errors = [
      await failureOf(client.call("cancelOrder", cancellation, { signal })),
      await failureOf(client.call("registerTracking", samples.registerTracking, { signal })),
    ];
    expect(errors.map(({ kind }) => kind)).toEqual(["unknown", "unknown"]);
    expect(portal.calls).toHaveLength(2);
  });

  test.each([400, 404, 409, 422, 429])("%i says that it was not done", async (code) => {
    portal.answer = () => status(code);
    const error = await failureOf(portal.client().call("cancelOrder", cancellation, { signal }));
    expect(error.kind).not.toBe("unknown");
  });

  test("silence for a minute leaves it unknown, and a stock update timed out", async () => {
    const kinds: string[] = [];
    for (const id of ["cancelOrder", "updateStock"] as const) {
      const { asked, answer } = stalled();
      portal.answer = answer;
      const client = portal.client();
      const input = id === "cancelOrder" ? cancellation : samples.updateStock;
      const failed = failureOf(client.send(client.prepare(id, input), { signal }));
      await asked;
      portal.clock.advance(60_000);
      kinds.push((await failed).kind);
    }
    expect(kinds).toEqual(["unknown", "timeout"]);
    expect(portal.clock.pendingTimers).toBe(0);
  });

  test("stopping it after it was sent leaves it unknown, before that it is cancelled", async () => {
    const { asked, answer } = stalled();
    portal.answer = answer;
    const client = portal.client();
    await client.checkAccess({ signal });
    const controller = new AbortController();
    const failed = failureOf(
      client.call("cancelOrder", cancellation, { signal: controller.signal }),
    );
    await asked;
    controller.abort();
    const again = failureOf(
      client.call("cancelOrder", cancellation, { signal: controller.signal }),
    );
    expect([(await failed).kind, (await again).kind, portal.calls.length]).toEqual([
      "unknown",
      "cancelled",
      1,
    ]);
  });
});

const journaled = async (client: SellerClient): Promise<readonly [WriteEnd, JournalEntry[]]> => {
  const entries: JournalEntry[] = [];
  const end = await journaledWrite(
    {
      client,
      environment: {
        name: "Sandbox",
        kind: "sandbox",
        baseUrl: portal.server.url,
        codigoSeller: 1001,
      },
      journal: (entry) => Promise.resolve(void entries.push(entry)),
      clock: portal.clock,
      newId: () => "1",
    },
    { request: client.prepare("savePrice", samples.savePrice), changes: [], source: "form" },
    { signal },
  );
  return [end, entries];
};

test("a successful status whose body says no is a complaint, quoted in the journal with the answer", async () => {
  portal.answer = () =>
    json({ sucesso: false, erros: [{ campo: "estado", mensagem: "Estado desconhecido" }] });
  const [end, entries] = await journaled(portal.client());
  expect(end).toMatchObject({
    outcome: "complaint",
    error: { details: { said: [{ field: "estado", text: "Estado desconhecido" }], status: 200 } },
  });
  expect(entries.at(-1)).toMatchObject({
    outcome: "complaint",
    said: "estado: Estado desconhecido",
    status: 200,
  });
  expect(entries.at(-1)?.answer).toContain('"sucesso":false');
});

test("a failure of the token's own call leaves the write not done, however that call failed", async () => {
  const failures = [status(500), status(401), [{ do: "close" }], html(), status(302)] as const;
  for (const failure of failures) {
    portal.token = () => failure;
    const [end, entries] = await journaled(portal.client());
    expect([end.outcome, entries.at(-1)?.outcome]).toEqual(["notDone", "notDone"]);
  }
  expect(portal.calls).toEqual([]);
});

test("a write refused with 401 twice is not done", async () => {
  portal.answer = () => status(401);
  expect((await journaled(portal.client()))[0].outcome).toBe("notDone");
});

test("neither token nor secret is in the answer that the journal keeps", async () => {
  portal.answer = ({ headers }) =>
    json({ sucesso: false, mensagem: `Recusado ${headers["authorization"]} ${clientSecret}` });
  const [, entries] = await journaled(portal.client());
  expect(JSON.stringify(entries)).not.toContain("CANARY");
});
