import { expect, test } from "vitest";

import type { SensitiveReport } from "../../../src/shared/calls/protectionCalls.ts";
import { card, cpf, message, openWithFindings, report } from "./sensitiveDraft.ts";

async function open(shown: SensitiveReport) {
  const { page } = await openWithFindings({}, shown);
  return { page, marks: page.locator(".draft-marks mark") };
}

test("where nothing is asked, what goes as it is is not underlined, and the list says why it goes", async () => {
  const [inText, testNumber] = report().values;
  if (!inText || !testNumber) {
    throw new Error("The report has no values");
  }
  const values = [{ ...inText, decision: "allow" as const }, testNumber];
  const { page, marks } = await open(report({ values, total: 2, undecided: 0 }));
  await page.getByRole("button", { name: "2 findings" }).click();
  const rows = page.getByRole("list", { name: "Sensitive data" }).getByRole("listitem");
  await rows.last().getByText("looks like test data").waitFor();
  await rows.first().getByText("allowed here").waitFor();
  expect(await marks.count()).toBe(0);
  await rows
    .last()
    .getByRole("button", { name: /^Go to/u })
    .click();
  const selected = () =>
    message(page).evaluate((field) => {
      const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd);
    });
  await expect.poll(selected).toBe(card);
});

test("what leaves masked is underlined without a question, too", async () => {
  const { marks } = await open(report({ mode: "mask", undecided: 0 }));
  await expect.poll(() => marks.allTextContents()).toEqual([cpf, card]);
});
