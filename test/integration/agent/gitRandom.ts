import * as fc from "fast-check";
import { expect } from "vitest";

import { type GitSlots, gitCommand } from "./gitSlots.ts";

/** Runs random commands in every workspace; a count of those that ran without a card. */
export async function tryRandomGit(slots: GitSlots, count: number): Promise<number> {
  const number = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(number, number, fc.constantFrom(...slots.workspaces), async (...picked) => {
      const [first, second, workspace] = picked;
      const script = gitCommand(first, second);
      const wrong = await slots.run(workspace, script);
      ran += wrong === undefined ? 0 : 1;
      expect([script, wrong ?? []]).toEqual([script, []]);
    }),
    { numRuns: count },
  );
  return ran;
}
