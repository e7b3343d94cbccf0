import { expect } from "vitest";

import type { Store } from "../../../src/hubServer/store/store.ts";
import { budgetIds, leaseEnd, type Answer } from "./ledgerWork.ts";
import { novemberUsage } from "./storeFixture.ts";

/** Fails unless all that was answered is in the store, and its sums and its chain agree. */
export async function expectAnswered(store: Store, answers: readonly Answer[]): Promise<void> {
  const audited = answers.filter((answer) => answer.kind === "audited");
  const last = audited.reduce((a, b) => (a.seq > b.seq ? a : b), { seq: 0, hash: "" });
  expect(await store.audit.verify(last.seq === 0 ? undefined : last)).toMatchObject({
    isIntact: true,
  });
  const hashes = new Map<number, string>();
  for await (const { seq, hash } of store.audit.read({})) {
    hashes.set(seq, hash);
  }
  expect(audited.filter(({ seq, hash }) => hashes.get(seq) !== hash)).toEqual([]);
  await store.ledger.reap(leaseEnd);
  const usage = await store.ledger.usageRecords(novemberUsage, { limit: 1_000_000 });
  const byId = new Map(usage.map((record) => [record.requestId, record]));
  expect(byId.size).toBe(usage.length);
  for (const answer of answers) {
    if (answer.kind === "granted") {
      expect(byId.has(answer.id), answer.id).toBe(true);
    } else if (answer.kind === "settled") {
      const { id, outputTokens } = answer;
      expect(byId.get(id), id).toMatchObject({ outcome: "complete", outputTokens });
    }
  }
  expect(await store.audit.verify()).toMatchObject({ isIntact: true });
  const states = await store.ledger.budgetStates(
    budgetIds.map((budgetId) => ({ budgetId, period: "2026-11" })),
  );
  const spent = usage.reduce((sum, { cost }) => sum + cost, 0);
  expect(states.at(-1)).toEqual({ budgetId: "d", spent, reserved: 0 });
  expect(states.map(({ reserved }) => reserved)).toEqual([0, 0, 0, 0]);
}
