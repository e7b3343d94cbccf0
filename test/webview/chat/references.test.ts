import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { answer, readyView, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import type { ThemeName } from "../../support/fakeHost/themes.ts";

const text = `See src/retry.ts:12, \`retry()\` and \`src/none.ts\`. [A link](https://example.com/src/retry.ts) too.

\`\`\`ts
import "src/retry.ts";
\`\`\`
`;

describe("paths and names in an answer", () => {
  test("that exist are links, which the keyboard reaches and the host opens", async () => {
    const page = await open(answer("m2", text));
    const links = page.locator(".md-reference");
    await expect.poll(() => links.allInnerTexts()).toEqual(["src/retry.ts:12", "retry()"]);
    const link = page.getByRole("link", { name: "src/retry.ts:12" });
    await expect.poll(() => link.getAttribute("title")).toBe("Open src/retry.ts:12 in the editor");
    await expect.poll(() => link.getAttribute("href")).toBeNull();
    await link.click();
    await page.getByRole("link", { name: "retry()" }).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => globalThis.fakeHost.callsOf("openReference")))
      .toEqual([{ text: "src/retry.ts:12" }, { text: "retry()" }]);
    expect(await page.evaluate(() => globalThis.fakeHost.callsOf("openLink"))).toEqual([]);
  });

  test("in code have the code's own colour, which is read on its ground in every theme", async () => {
    const page = await open(answer("m2", text), "hc-light");
    const link = page.locator(".md-code-span > .md-reference");
    await link.waitFor();
    const colors = await link.evaluate((element) => [
      getComputedStyle(element).color,
      element.parentElement && getComputedStyle(element.parentElement).color,
    ]);
    expect(colors[0]).toBe(colors[1]);
  });

  test("are asked about once, and not before the answer is complete", async () => {
    const page = await open(answer("m2", text, { state: "streaming" }));
    await page.getByText("See src/retry.ts:12").waitFor();
    const asked = () => page.evaluate(() => globalThis.fakeHost.callsOf("findReferences"));
    expect(await asked()).toEqual([]);
    await page.evaluate(() =>
      globalThis.fakeHost.emit({ kind: "answerEnded", messageId: "m2", state: "complete" }),
    );
    await page.locator(".md-reference").first().waitFor();
    expect(await asked()).toEqual([{ texts: ["src/retry.ts:12", "retry()", "src/none.ts"] }]);
  });
});

async function open(message: ReturnType<typeof answer>, theme: ThemeName = "dark"): Promise<Page> {
  const isLive = message.state === "streaming";
  const { page } = await openChat({
    theme,
    snapshot: snapshot({
      messages: [userMessage("m1", "Where?"), message],
      view: isLive ? { ...readyView, turn: { state: "running", messageId: "m2" } } : readyView,
    }),
    results: { findReferences: { found: [0, 1] } },
  });
  return page;
}
