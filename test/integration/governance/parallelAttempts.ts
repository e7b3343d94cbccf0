import { expect } from "vitest";

import type { HubGovernance } from "../../../src/hubServer/governance/governance.ts";
import { callOf, type GovernanceLab, usageOf } from "./governanceLab.ts";

const limit = 40_000;

export const dearPrice = { input: 5_000_000, output: 5_000_000 };

/** 200 requests at once, shared by the hubs, each with a costly first attempt and a dearer second one. */
export async function expectHeldCap(
  lab: GovernanceLab,
  hubs: readonly HubGovernance[],
): Promise<void> {
  await lab.putBudget({ unit: "money", limit });
  for (const hub of hubs) {
    hub.forget();
  }
  let charged = 0;
  let highest = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const hub = hubs[at % hubs.length] ?? lab.governance;
      try {
        const { meter, attempt } = await hub.admit(callOf({ maxOutputTokens: 100 }));
        meter.report(usageOf(100, 0));
        // Also of a request whose second attempt is refused.
        charged += 100;
        const next = await attempt({ price: dearPrice, failedStatus: 502 });
        next.meter.costsAt(dearPrice);
        const { spent, reserved } = await lab.spending();
        highest = Math.max(highest, spent + reserved);
        // The last one that fits is granted fewer tokens, which its model keeps to.
        const outputTokens = Math.min(100, next.outputTokens);
        next.meter.report(usageOf(100, outputTokens));
        charged += 5 * (100 + outputTokens);
        await next.meter.settle("complete", 200);
        return "answered";
      } catch {
        return "refused";
      }
    }),
  );
  const { spent, reserved } = await lab.spending();
  const usage = await lab.usage();
  expect(new Set(outcomes)).toEqual(new Set(["answered", "refused"]));
  expect(highest).toBeLessThanOrEqual(limit);
  expect(spent).toBeLessThanOrEqual(limit);
  expect([reserved, charged]).toEqual([0, spent]);
  expect(usage.reduce((sum, { cost }) => sum + cost, 0)).toBe(spent);
}
