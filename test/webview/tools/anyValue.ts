import * as fc from "fast-check";
import { expect, test } from "vitest";

import { visibleText } from "../../../src/shared/text/visibleText.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { openApproval, pending, stock } from "./approvals.ts";

/** Shows cards with so many random values. */
export function testAnyValue(numRuns: number): void {
  test("whatever a value holds, all of it is on the card, on screen and in its order", async () => {
    const { page, problems } = await openApproval(pending(stock), { width: 250 });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 2_000 }), async (value) => {
        const fields = [{ ...stock.fields[0], name: "observacao", after: value, state: "new" }];
        // JSON is what crosses to the page, so a lone surrogate arrives as what JSON makes of it.
        const shown = { ...pending({ ...stock, fields } as typeof stock), id: crypto.randomUUID() };
        await hostOf(page).tell("showApprovals", { conversationId: "c1", approvals: [shown] });
        const cell = page.locator(".approval tbody td").last();
        const expected = visibleText(value).replaceAll(/⟨(U\+[0-9A-F]+)⟩/gu, "$1");
        await expect.poll(() => cell.textContent()).toBe(expected);
        const isWithin = await cell.evaluate(
          (element) =>
            element.scrollWidth <= element.clientWidth + 1 &&
            document.body.scrollWidth <= innerWidth,
        );
        expect(isWithin).toBe(true);
      }),
      { numRuns },
    );
    expect(problems).toEqual([]);
  });
}
