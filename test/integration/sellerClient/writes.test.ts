import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import { SellerError } from "../../../src/seller/client/sellerError.ts";
import type { Step } from "../../support/faultServer/faultServer.ts";
import { status } from "../../support/faultServer/steps.ts";
import { samples } from "../../unit/seller/contract/samples.ts";
import { html, json, never, Portal } from "./portal.ts";

const signal = never;

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
