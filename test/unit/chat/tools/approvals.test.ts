import { beforeEach, expect, test } from "vitest";

import { Approvals } from "../../../../src/chat/tools/approvals.ts";
import type { ApprovalDecision } from "../../../../src/chat/tools/pendingDecisions.ts";
import type { WriteProposal } from "../../../../src/shared/conversation/tool.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const proposal: WriteProposal = {
  environment: { name: "Sandbox", isProduction: false },
  title: { en: "Cancel order", ptBr: "Cancelar pedido" },
  act: { en: "Cancel order 5", ptBr: "Cancelar o pedido 5" },
  method: "POST",
  url: "https://portal.test/cancel",
  body: '{"numeroPedido":5}',
  fields: [],
  warnings: [],
};

const production: WriteProposal = {
  ...proposal,
  environment: { name: "Loja São Paulo", isProduction: true },
};

let clock: FakeClock;
let approvals: Approvals;
let decisions: ApprovalDecision[];

beforeEach(() => {
  clock = new FakeClock();
  let lastId = 0;
  approvals = new Approvals(clock, () => `secret-${(lastId += 1)}`);
  decisions = [];
});

function ask(shown = proposal, signal = new AbortController().signal): void {
  void approvals
    .ask({ conversationId: "c1", callId: "call-1" }, shown, signal)
    .then((decision) => decisions.push(decision));
}

const decide = (change: object = {}): string =>
  approvals.decide({ conversationId: "c1", id: "secret-1", approve: true, ...change });

const settled = async (): Promise<readonly ApprovalDecision[]> => {
  await Promise.resolve();
  await Promise.resolve();
  return decisions;
};

test("what waits is shown as it is, and a click after half a second approves it", async () => {
  ask();
  expect(approvals.pending("c1")).toEqual([
    {
      id: "secret-1",
      callId: "call-1",
      proposal,
      armedAt: clock.now() + 500,
      expiresAt: clock.now() + 600_000,
    },
  ]);
  clock.advance(500);
  expect(decide()).toBe("done");
  expect(await settled()).toEqual(["approved"]);
  expect(approvals.pending("c1")).toEqual([]);
});

test("a click in the first half second is taken for a slip", async () => {
  ask();
  clock.advance(499);
  expect(decide()).toBe("tooEarly");
  expect(await settled()).toEqual([]);
});

test("a rejection counts at once", async () => {
  ask();
  expect(decide({ approve: false })).toBe("done");
  expect(await settled()).toEqual(["rejected"]);
});

test("a second click finds it gone", async () => {
  ask();
  clock.advance(500);
  expect([decide(), decide(), decide({ approve: false })]).toEqual(["done", "gone", "gone"]);
  expect(await settled()).toEqual(["approved"]);
});

test("after ten minutes nothing is approved any more", async () => {
  ask();
  clock.advance(600_000);
  expect(decide()).toBe("gone");
  expect(await settled()).toEqual(["expired"]);
});

test("a click meant for another conversation, another window or a guessed id does nothing", async () => {
  ask();
  clock.advance(500);
  const otherWindow = new Approvals(clock, () => "secret-1");
  expect(decide({ conversationId: "c2" })).toBe("gone");
  expect(decide({ id: "secret-2" })).toBe("gone");
  expect(otherWindow.decide({ conversationId: "c1", id: "secret-1", approve: true })).toBe("gone");
  expect(approvals.pending("c2")).toEqual([]);
  expect(await settled()).toEqual([]);
});

test.each(["", "loja", "Loja Sao Paulo", "sim"])(
  "in production %j does not confirm",
  async (word) => {
    ask(production);
    clock.advance(500);
    expect(decide({ word })).toBe("wrongWord");
    expect(await settled()).toEqual([]);
  },
);

test("in production the environment's name confirms, whatever its case", async () => {
  ask(production);
  clock.advance(500);
  expect(decide({ word: "  loja são paulo " })).toBe("done");
  expect(await settled()).toEqual(["approved"]);
});

test("what has to be agreed to besides must be", async () => {
  ask({ ...proposal, acknowledgement: { en: "Zero", ptBr: "Zero" } });
  clock.advance(500);
  expect([decide(), decide({ acknowledged: true })]).toEqual(["notAcknowledged", "done"]);
  expect(await settled()).toEqual(["approved"]);
});

test("stopping the answer withdraws what waits", async () => {
  const controller = new AbortController();
  ask(proposal, controller.signal);
  controller.abort();
  clock.advance(500);
  expect(decide()).toBe("gone");
  expect(await settled()).toEqual(["withdrawn"]);
  expect(clock.pendingTimers).toBe(0);
});

test("what is asked for after the answer was stopped is never shown", async () => {
  ask(proposal, AbortSignal.abort());
  expect(approvals.pending("c1")).toEqual([]);
  expect(await settled()).toEqual(["withdrawn"]);
});

test("the kill switch withdraws everything that waits", async () => {
  ask();
  ask();
  approvals.withdrawAll();
  expect(await settled()).toEqual(["withdrawn", "withdrawn"]);
  expect(approvals.pending("c1")).toEqual([]);
});

test("every change is told, with its conversation", () => {
  const told: string[] = [];
  approvals.onDidChange((id) => told.push(id));
  ask();
  clock.advance(500);
  decide();
  expect(told).toEqual(["c1", "c1"]);
});
