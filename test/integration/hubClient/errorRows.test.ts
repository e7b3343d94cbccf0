import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { failureSchema } from "../../../src/shared/failures/failure.ts";
import { askClient } from "../../support/faultServer/askClient.ts";
import { errorRows } from "../../support/faultServer/errorRows.ts";
import type { ErrorRow } from "../../support/faultServer/errorRows/errorRow.ts";
import { FaultServer, type Step } from "../../support/faultServer/faultServer.ts";

/** Every error shape of `errorRows`, in each of the four ways it can arrive. */

let server: FaultServer;

beforeAll(async () => {
  server = await FaultServer.start();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const deliveries = ["status", "success", "first event", "later event"] as const;

type Delivery = (typeof deliveries)[number];

const cases = errorRows.flatMap((row) =>
  deliveries
    .filter((delivery) => delivery === "status" || row.needsStatus !== true)
    .map((delivery) => ({ name: row.name, delivery, row })),
);

describe("every error of every gateway is known for what it is", () => {
  test.each(cases)("$name, as $delivery", async ({ row, delivery }) => {
    server.answer(stepsFor(row, delivery));
    const { failure, text } = await askClient(server);
    expect(failure?.kind).toBe(row.kind);
    expect(text).toBe(delivery === "later event" ? "Hel" : "");
    expect(failureSchema.safeParse(failure).error).toBeUndefined();
    const mayRetry = ["rate_limited", "overloaded", "upstream_error"].includes(row.kind);
    expect(server.requests.length).toBeLessThanOrEqual(
      mayRetry && delivery !== "later event" ? 3 : 1,
    );
  });
});

function stepsFor({ status, headers, body }: ErrorRow, delivery: Delivery): readonly Step[] {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const head: Step =
    delivery === "status"
      ? { do: "head", status, ...(headers && { headers }) }
      : { do: "head", headers: { "content-type": "text/event-stream" } };
  const before =
    delivery === "later event" ? 'data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n' : "";
  const isEvent = delivery === "first event" || delivery === "later event";
  const bytes = new TextEncoder().encode(before + (isEvent ? `data: ${text}\n\n` : text));
  return [head, { do: "write", bytes }, { do: "end" }];
}
