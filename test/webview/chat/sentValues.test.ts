import { expect, test } from "vitest";

import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { cpf, email, left, messages, openSent, sent, text } from "./sentQuestion.ts";

test("what left masked and what left as it is are marked, with their words", async () => {
  const { page, problems } = await openSent();
  const question = page.getByRole("article", { name: "You" });
  const marks = question.locator("mark");
  await expect.poll(() => marks.allTextContents()).toEqual([cpf, email]);
  await expect.poll(() => marks.first().getAttribute("title")).toBe("CPF: sent masked as [CPF_1]");
  await expect.poll(() => marks.last().getAttribute("title")).toBe("E-mail address: sent as typed");
  await question
    .getByText("Sent to the hub: 3 values masked, 1 value as typed (2 in the attachments)")
    .waitFor();
  const note = await question.getAttribute("aria-describedby");
  await expect
    .poll(() => page.locator(`[id="${note}"]`).textContent())
    .toContain(
      "CPF ***.***.247-25 sent masked as [CPF_1]. E-mail address m***@acme.com.br sent as typed",
    );
  await expect.poll(() => question.locator(".plain-text").textContent()).toBe(text);
  expect(problems).toEqual([]);
});

test("without a record of an answer the host is not asked, and nothing is claimed", async () => {
  const { page } = await openSent({
    snapshot: snapshot({
      messages: [userMessage("m1", text), answer("m2", "Hi", { parentId: "m1" })],
    }),
  });
  await page.getByRole("article", { name: "You" }).waitFor();
  expect(await hostOf(page).calls("sentValues")).toEqual([]);
  const event = { kind: "valuesLeft", messageId: "m2", left } as const;
  await hostOf(page).tell("showEvents", { conversationId: "c1", seq: 1, events: [event] });
  await page.locator("mark").first().waitFor();
  expect(await hostOf(page).calls("sentValues")).toEqual([
    { conversationId: "c1", messageId: "m1" },
  ]);
});

test("a searched text is found across the marks, and a refused value is painted in a marked message", async () => {
  const { page } = await openSent({
    snapshot: snapshot({
      messages: [
        ...messages,
        userMessage("m3", "And now?", { parentId: "m2" }),
        answer("m4", "", { parentId: "m3", state: "failed", failure: { kind: "dlp_request" } }),
      ],
    }),
    results: {
      sentValues: sent,
      checkMessage: {
        mode: "warn",
        values: [
          {
            id: "h2",
            kind: "email",
            certainty: "certain",
            shown: "m***@acme.com.br",
            place: {
              where: "message",
              messageId: "m1",
              start: text.indexOf(email),
              end: text.indexOf(email) + email.length,
            },
          },
        ],
        total: 1,
        undecided: 1,
      },
    },
  });
  await page.locator("mark").first().waitFor();
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get("hub-sensitive") ?? [])].map(String)))
    .toEqual([email]);
});
