import { describe, expect, test } from "vitest";

import { violations } from "../../support/axe.ts";
import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { button, openPage } from "./turnsPage.ts";

const open = (options: OpenOptions) => openPage(options);

describe("an answer", () => {
  test("says everything that is known of it, and what the hub did not report", async () => {
    const { page } = await open({
      snapshot: snapshot({
        messages: [
          userMessage("m1", "Question"),
          answer("m2", "Text.", {
            answeredBy: "gpt-x-large-2026",
            requestId: "req_1",
            usage: { inputTokens: 12_400, outputTokens: 380, cachedTokens: 1000 },
            firstTextMs: 620,
            durationMs: 4420,
            finishReason: "stop",
          }),
        ],
      }),
    });
    const details = button(page, "Details of the answer");
    await details.focus();
    await expect.poll(() => details.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Enter");
    const group = page.getByRole("group", { name: "Details of the answer" });
    const rows = () =>
      group
        .locator("dl > div")
        .evaluateAll((all) => all.map((row) => row.textContent?.replaceAll("\u00a0", " ")));
    await expect
      .poll(rows)
      .toEqual([
        "Model askedgpt-x-large",
        "Model that answeredgpt-x-large-2026",
        "Tokens sent12,400",
        "of these from the cache1,000",
        "Tokens received380",
        "Costnot reported",
        "Request IDreq_1",
        "Until the first text0.6 s",
        "In all4.4 s",
        "Speed100 tokens/s",
        "Ended withstop",
      ]);
    expect(await violations(page)).toEqual([]);
  });

  test("that reasoned says for how long, also when it is opened again later", async () => {
    const { page } = await open({
      snapshot: snapshot({
        messages: [
          userMessage("m1", "Question"),
          answer("m2", "", {
            parts: [
              { kind: "reasoning", text: "Hm." },
              { kind: "text", text: "Text." },
            ],
            reasoningMs: 6200,
          }),
        ],
      }),
    });
    const line = page.getByRole("button", { name: /Thought for 6/u });
    await expect.poll(() => line.getAttribute("aria-expanded")).toBe("false");
    await line.click();
    await page.getByRole("group", { name: "Reasoning" }).getByText("Hm.").waitFor();
  });
});
