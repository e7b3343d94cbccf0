import { beforeEach, expect, test } from "vitest";

import { OpenRequestCounts } from "../../../src/hubServer/governance/budgets/arrivals.ts";
import type { HubGovernance } from "../../../src/hubServer/governance/governance.ts";
import type { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { caller, callOf, GovernanceLab, noon, usageOf } from "./governanceLab.ts";

let lab: GovernanceLab;

beforeEach(async () => {
  lab = new GovernanceLab();
  await lab.seed();
});

async function serve(): Promise<Readonly<Record<string, string>>> {
  const { headers, meter } = await lab.admit({ maxOutputTokens: 10 });
  meter.report(usageOf(100, 10));
  await meter.settle("complete", 200);
  return headers;
}

function headersOf(error: ApiError): Readonly<Record<string, string>> {
  return error.toResponse().headers;
}

test("a refused request is told exactly when to come back, and is then served", async () => {
  await lab.putToken({ rateLimits: { requestsPerMinute: 2 } });
  await serve();
  lab.clock.advance(10_300);
  await serve();
  const error = await lab.refusal();
  expect(error.status).toBe(429);
  expect(error.toBody().error).toMatchObject({
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
  });
  expect(headersOf(error)).toMatchObject({ "retry-after": "50", "retry-after-ms": "49700" });
  expect(headersOf(error)["x-should-retry"]).toBeUndefined();
  lab.clock.advance(49_699);
  expect(headersOf(await lab.refusal())).toMatchObject({
    "retry-after": "1",
    "retry-after-ms": "1",
  });
  lab.clock.advance(1);
  await serve();
});

test("no minute has more requests than the limit, wherever it begins", async () => {
  await lab.putToken({ rateLimits: { requestsPerMinute: 10 } });
  const admitted: number[] = [];
  for (let second = 0; second < 180; second += 1) {
    for (let index = 0; index < 3; index += 1) {
      await serve().then(
        () => admitted.push(lab.clock.now()),
        () => undefined,
      );
    }
    lab.clock.advance(1_000);
  }
  const busiest = Math.max(
    ...admitted.map((from) => admitted.filter((at) => at >= from && at < from + 60_000).length),
  );
  expect(busiest).toBe(10);
  expect(admitted).toHaveLength(30);
});

test("an answer tells both formats' clients where they stand", async () => {
  await lab.putToken({ rateLimits: { requestsPerMinute: 60, tokensPerMinute: 10_000 } });
  await serve();
  lab.clock.advance(58_850);
  const headers = await serve();
  const reset = new Date(noon + 58_850 + 60_000).toISOString();
  expect(headers).toMatchObject({
    "x-ratelimit-limit-requests": "60",
    "x-ratelimit-remaining-requests": "58",
    "x-ratelimit-reset-requests": "60s",
    "x-ratelimit-limit-tokens": "10000",
    "x-ratelimit-remaining-tokens": "9780",
    "anthropic-ratelimit-requests-limit": "60",
    "anthropic-ratelimit-requests-remaining": "58",
    "anthropic-ratelimit-requests-reset": reset,
    "anthropic-ratelimit-tokens-remaining": "9780",
  });
});

test("a token's own limit goes before its profile's, and those it has not are its profile's", async () => {
  await lab.putProfile({ rateLimits: { requestsPerMinute: 1, tokensPerMinute: 5_000 } });
  await lab.putToken({ rateLimits: { requestsPerMinute: 100 } });
  const headers = await serve();
  expect(headers).toMatchObject({
    "x-ratelimit-limit-requests": "100",
    "x-ratelimit-limit-tokens": "5000",
  });
});

test("one token's requests take nothing from another's", async () => {
  await lab.putProfile({ rateLimits: { requestsPerMinute: 1 } });
  await serve();
  await lab.refusal();
  await expect(lab.admit({ caller: { ...caller, tokenId: "tok-2" } })).resolves.toBeDefined();
});

test("requests at once are limited, and the end of one makes room", async () => {
  await lab.putToken({ rateLimits: { parallelRequests: 1 } });
  const { meter } = await lab.admit();
  expect(headersOf(await lab.refusal())["retry-after"]).toBe("1");
  await meter.settle("client_abort", 499);
  await expect(lab.admit()).resolves.toBeDefined();
});

function arrive(at: HubGovernance, requestId: string): Promise<void> {
  return at.arrive({ caller, requestId, app: undefined });
}

test("an answer that is read on without its client gives its place to any worker and hub at once", async () => {
  await lab.putToken({ rateLimits: { parallelRequests: 1 } });
  const openRequests = new OpenRequestCounts();
  const [worker, sibling] = [lab.another({ openRequests }), lab.another({ openRequests })];
  const hub = lab.another();
  await arrive(worker, "first");
  const { meter } = await worker.admit(callOf({ requestId: "first" }));
  await expect(arrive(sibling, "second")).rejects.toThrow("1 requests at once");

  meter.leavePlace();
  worker.left("first", () => meter.settle("client_abort", 499));

  await arrive(sibling, "second");
  const second = await sibling.admit(callOf({ requestId: "second" }));
  await second.meter.settle("complete", 200);
  await arrive(hub, "third");
  await expect(hub.admit(callOf({ requestId: "third" }))).resolves.toBeDefined();
  expect(await lab.usage()).toMatchObject([{ requestId: "second" }]);
});

test("of a token, as many answers are read on without their client as its requests at once", async () => {
  await lab.putToken({ rateLimits: { parallelRequests: 2 } });
  const givenUp: string[] = [];
  for (const requestId of ["first", "second", "third"]) {
    await lab.governance.arrive({ caller, requestId, app: undefined });
    const { meter } = await lab.admit({ requestId });
    meter.leavePlace();
    lab.governance.left(requestId, () => {
      givenUp.push(requestId);
      return meter.settle("client_abort", 499);
    });
  }
  expect(givenUp).toEqual(["first"]);
});

test("a hub that ends settles what it reads on without a client", async () => {
  const { meter } = await lab.admit({ requestId: "first" });
  lab.governance.left("first", () => meter.settle("client_abort", 499));
  await lab.governance.close();
  expect(await lab.usage()).toMatchObject([{ outcome: "client_abort" }]);
});

test("a request that alone is larger than the minute is told that waiting is of no use", async () => {
  await lab.putToken({ rateLimits: { tokensPerMinute: 100 } });
  const error = await lab.refusal({ inputTokens: 100 });
  expect(headersOf(error)["x-should-retry"]).toBe("false");
  expect(headersOf(error)["retry-after"]).toBeUndefined();
  await expect(lab.admit({ inputTokens: 99, maxOutputTokens: 50 })).resolves.toMatchObject({
    outputTokens: 1,
  });
});

test("a flood of refused requests writes one line a minute, which tells how many there were", async () => {
  await lab.putToken({ rateLimits: { requestsPerMinute: 0 } });
  for (let index = 0; index < 500; index += 1) {
    await lab.refusal();
  }
  expect(await lab.audited("rate.limit")).toHaveLength(1);
  lab.clock.advance(60_000);
  await lab.refusal();
  expect((await lab.audited("rate.limit")).map(({ detail }) => detail?.["requests"])).toEqual([
    500, 1,
  ]);
});
