import { beforeEach, expect, test } from "vitest";

import { UsageTracker } from "../../../../src/extension/governance/usageTracker.ts";
import { HubError } from "../../../../src/hub/errors/hubError.ts";
import { Emitter } from "../../../../src/shared/base/emitter.ts";
import type { Failure } from "../../../../src/shared/failures/failure.ts";
import type { UsageReport } from "../../../../src/shared/hubApi/usageReport.ts";
import { deferred } from "../../../support/deferred.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

class FakeConnection {
  readonly #didChange = new Emitter<undefined>();
  readonly #didHear = new Emitter<Headers>();
  state = { state: "ready", baseUrl: "https://hub.example.com" };
  token: string | undefined = "t1";
  asked = 0;
  failure: Failure | undefined;
  used = "1";
  /** While set, the hub answers only when this resolves. */
  slow: Promise<undefined> | undefined;
  readonly #clock: FakeClock;
  readonly onDidChange = this.#didChange.event;
  readonly onDidHear = this.#didHear.event;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  usage(): Promise<UsageReport> {
    this.asked += 1;
    const { used: before, slow } = this;
    const report = (): UsageReport => ({
      fetchedAt: this.#clock.now(),
      budgets: [{ kind: "token", unit: "money", limit: "10", used: before }],
      rates: [],
    });
    return this.failure
      ? Promise.reject(new HubError(this.failure))
      : (slow ?? Promise.resolve()).then(report);
  }

  hear(headers: Record<string, string>): void {
    this.#didHear.fire(new Headers(headers));
  }

  change(token: string | undefined): void {
    this.token = token;
    this.#didChange.fire(undefined);
  }
}

const minutes = (count: number): number => count * 60_000;

let clock: FakeClock;
let connection: FakeConnection;
let tracker: UsageTracker;

beforeEach(() => {
  clock = new FakeClock();
  connection = new FakeConnection(clock);
  tracker = new UsageTracker({ connection, clock });
});

/** Lets time pass, and what it starts come to its end. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await new Promise(setImmediate);
}

const used = (): string | undefined => tracker.report?.budgets[0]?.used;

test("nothing is asked while nobody looks", async () => {
  tracker.answerEnded();
  connection.change("t2");
  await pass(minutes(60));
  expect([connection.asked, clock.pendingTimers]).toEqual([0, 0]);
});

test("it asks when a chat is shown, then every five minutes, and no more when it is hidden", async () => {
  const watching = tracker.watch();
  await pass(0);
  expect([connection.asked, used()]).toEqual([1, "1"]);
  await pass(minutes(4));
  expect(connection.asked).toBe(1);
  await pass(minutes(1));
  expect(connection.asked).toBe(2);
  watching.dispose();
  await pass(minutes(60));
  expect(connection.asked).toBe(2);
});

test("showing and hiding a chat again and again asks once in five minutes", async () => {
  for (let times = 0; times < 5; times += 1) {
    const watching = tracker.watch();
    await pass(1000);
    watching.dispose();
  }
  expect(connection.asked).toBe(1);
});

test("answers that end together are one reason to ask", async () => {
  tracker.watch();
  await pass(0);
  connection.used = "2";
  tracker.answerEnded();
  tracker.answerEnded();
  await pass(1000);
  expect([connection.asked, used()]).toEqual([2, "2"]);
});

test("a report that was under way when an answer ended is asked for again", async () => {
  const { promise, resolve } = deferred<undefined>();
  connection.slow = promise;
  tracker.watch();
  await pass(0);
  connection.used = "2";
  tracker.answerEnded();
  await pass(1000);
  expect(connection.asked).toBe(1);
  connection.slow = undefined;
  resolve(undefined);
  await pass(0);
  await pass(0);
  expect([connection.asked, used()]).toEqual([2, "2"]);
  await pass(minutes(4));
  expect(connection.asked).toBe(2);
});

test("an answer that came while nobody looked makes the report old", async () => {
  const watching = tracker.watch();
  await pass(0);
  watching.dispose();
  connection.hear({ "x-request-id": "r" });
  tracker.watch();
  await pass(0);
  expect(connection.asked).toBe(2);
});

test("headers of an answer count until the report comes", async () => {
  tracker.watch();
  connection.hear({ "x-hub-budget-remaining": "7" });
  expect(tracker.report?.budgets).toEqual([{ kind: "other", unit: "money", remaining: "7" }]);
  await pass(0);
  expect(tracker.report?.budgets[0]?.kind).toBe("token");
  connection.hear({ "x-ratelimit-limit-requests": "60", "x-ratelimit-remaining-requests": "9" });
  expect(tracker.report?.rates).toEqual([{ unit: "requests", limit: 60, remaining: 9 }]);
});

test("a hub without a report is asked again only when a person wants it", async () => {
  connection.failure = { kind: "not_a_hub", httpStatus: 404 };
  tracker.watch();
  await pass(0);
  tracker.answerEnded();
  await pass(minutes(30));
  expect([connection.asked, tracker.failure?.kind]).toEqual([1, "not_a_hub"]);
  connection.failure = undefined;
  await tracker.refresh();
  expect([connection.asked, tracker.failure, used()]).toEqual([2, undefined, "1"]);
});

test("a failure keeps the last report", async () => {
  tracker.watch();
  await pass(0);
  connection.failure = { kind: "dns" };
  await tracker.refresh();
  expect([used(), tracker.failure?.kind]).toEqual(["1", "dns"]);
});

test("nothing of one token is shown for another", async () => {
  tracker.watch();
  await pass(0);
  connection.failure = { kind: "auth_invalid" };
  connection.change("t2");
  expect(tracker.report).toBeUndefined();
  await pass(0);
  expect([tracker.report, tracker.failure?.kind]).toEqual([undefined, "auth_invalid"]);
});

test("signing out forgets everything", async () => {
  tracker.watch();
  await pass(0);
  connection.state = { ...connection.state, state: "needsToken" };
  connection.change(undefined);
  await pass(minutes(60));
  expect([tracker.report, connection.asked]).toEqual([undefined, 1]);
});
