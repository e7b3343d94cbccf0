import { describe, expect, test } from "vitest";

import {
  answer,
  attachment,
  readyView,
  snapshot,
  userMessage,
} from "../../support/fakeHost/builders.ts";
import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { assistant, button, openConversation, withAnswer } from "./conversationPage.ts";

const open = (options: OpenOptions) => openConversation(options);

describe("a message", () => {
  test("of the person is shown as it was written, with what went along", async () => {
    const { page, host } = await open({
      snapshot: snapshot({
        messages: [
          userMessage("m1", "  <b>not bold</b>\n\n**nor this**", {
            attachments: [attachment("a1")],
          }),
        ],
      }),
    });
    const article = page.getByRole("article", { name: "You" });
    await expect
      .poll(() => article.locator(".plain-text").evaluate((text) => text.textContent))
      .toBe("  <b>not bold</b>\n\n**nor this**");
    await article.getByRole("button", { name: "Open retry.ts:12–40" }).click();
    await expect.poll(() => host.calls("openAttachment")).toEqual([{ id: "a1" }]);
  });

  test("of 5 MB begins folded and opens on request", async () => {
    const text = "A line of the log\n".repeat(280_000);
    const { page } = await open({ snapshot: snapshot({ messages: [userMessage("m1", text)] }) });
    const shown = page.locator(".plain-text");
    expect((await shown.textContent())?.length).toBeLessThan(2000);
    await page.getByRole("button", { name: "Show all (5 MB)" }).waitFor();
  });

  test("of a model is named after the model that answered, and its text is drawn as Markdown", async () => {
    const { page } = await open(withAnswer({ answeredBy: "gpt-x-mini" }, "It is **bold**."));
    const article = page.getByRole("article", { name: "gpt-x-mini" });
    await article.locator("strong").filter({ hasText: "bold" }).waitFor();
    await expect.poll(() => article.getAttribute("data-state")).toBe("complete");
    await expect.poll(() => article.getAttribute("data-kind")).toBe(null);
  });

  test("shows its reasoning on request", async () => {
    const { page } = await open(
      withAnswer({
        parts: [
          { kind: "reasoning", text: "First I look at the timer." },
          { kind: "text", text: "The timer." },
        ],
      }),
    );
    expect(await page.getByText("First I look").count()).toBe(0);
    await button(page, "Thought").click();
    await page.getByText("First I look at the timer.").waitFor();
  });

  test("says what it used, and no more than the hub reported", async () => {
    const { page } = await open(
      withAnswer({ usage: { inputTokens: 12_400, outputTokens: 380 }, firstTextMs: 620 }),
    );
    const usage = (await page.locator(".usage").textContent())?.replaceAll("\u00a0", " ");
    expect(usage).toBe("0.6 s · 12.4K → 380 tokens");
  });

  test("tells cost in the reader's way of writing", async () => {
    const { page } = await open({
      ...withAnswer({ usage: { outputTokens: 380, cost: "0.03", currency: "BRL" } }),
      locale: "pt-br",
    });
    const usage = (await page.locator(".usage").textContent())?.replaceAll("\u00a0", " ");
    expect(usage).toBe("R$ 0,03");
  });

  test("is copied through the host", async () => {
    const { page, host } = await open(withAnswer({}, "It is **bold**."));
    await assistant(page).hover();
    await assistant(page).getByRole("button", { name: "Copy message" }).click();
    await assistant(page).getByRole("button", { name: "Copied" }).waitFor();
    await expect.poll(() => host.calls("copyText")).toEqual([{ text: "It is **bold**." }]);
  });

  test("is answered anew on request", async () => {
    const { page, host } = await open(withAnswer({}));
    await button(page, "Regenerate").click();
    await expect
      .poll(() => host.calls("regenerate"))
      .toEqual([{ conversationId: "c1", messageId: "m2" }]);
  });

  test("with versions lets the reader go between them", async () => {
    const { snapshot: shown } = withAnswer({});
    const { page, host } = await open({
      snapshot: { ...shown, branches: { m2: { index: 1, count: 2 } } },
    });
    await assistant(page).getByRole("group", { name: "Version 2 of 2" }).waitFor();
    await expect.poll(() => button(page, "Next version").isDisabled()).toBe(true);
    await button(page, "Previous version").click();
    await expect
      .poll(() => host.calls("selectBranch"))
      .toEqual([{ conversationId: "c1", messageId: "m2", offset: -1 }]);
  });
});

test("without the renderer an answer can still be read", async () => {
  const { page } = await open({
    ...withAnswer({}, "It is **bold**."),
    missing: "**/answerMarkdown*",
  });
  await page.getByText("It is **bold**.").waitFor();
});

describe("code in an answer", () => {
  const code = withAnswer({}, "```ts\nlet a = 1;\n```\n");

  test("is copied and inserted through the host", async () => {
    const { page, host } = await open(code);
    await button(page, "Copy code").click();
    await expect.poll(() => host.calls("copyText")).toEqual([{ text: "let a = 1;" }]);
    await button(page, "Insert at cursor").click();
    await expect.poll(() => host.calls("insertAtCursor")).toEqual([{ text: "let a = 1;" }]);
  });

  test("says so when there is no editor to insert it into", async () => {
    const { page } = await open({
      ...code,
      results: { insertAtCursor: { ok: false, reason: "noEditor" } },
    });
    await button(page, "Insert at cursor").click();
    await page.getByRole("alert").filter({ hasText: "Open a file in the editor first." }).waitFor();
  });
});

describe("an answer that is not complete", () => {
  test.each([
    ["incomplete", "truncated"],
    ["incomplete", "length_limit"],
    ["stopped", undefined],
  ] as const)(
    "as %s (%s) keeps its text and can be continued or asked again",
    async (state, kind) => {
      const { page, host } = await open(withAnswer({ state, ...(kind && { failure: { kind } }) }));
      await expect.poll(() => assistant(page).getAttribute("data-state")).toBe(state);
      await page.getByText("Some text.").waitFor();
      await button(page, "Continue").click();
      await expect
        .poll(() => host.calls("continueAnswer"))
        .toEqual([{ conversationId: "c1", messageId: "m2" }]);
      await button(page, "Try again").click();
      await expect
        .poll(() => host.calls("regenerate"))
        .toEqual([{ conversationId: "c1", messageId: "m2" }]);
    },
  );

  test("offers nothing to go on with when the conversation has gone on", async () => {
    const { page } = await open({
      snapshot: snapshot({
        messages: [
          userMessage("m1", "Question"),
          answer("m2", "Half", { state: "incomplete", failure: { kind: "truncated" } }),
          userMessage("m3", "Next"),
          answer("m4", "Whole"),
        ],
      }),
    });
    expect(await button(page, "Continue").count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

describe("in an editor tab", () => {
  test("the page has the buttons that the side bar has in its title", async () => {
    const { page, host } = await open({ ...withAnswer({}), place: "editor" });
    await button(page, "Set token").click();
    await button(page, "New chat").click();
    await button(page, "History").click();
    await page.getByRole("dialog", { name: "History" }).waitFor();
    await expect.poll(() => host.calls("newChat")).toEqual([{}]);
    await expect.poll(() => host.calls("setToken")).toEqual([{}]);
  });
});

describe("without a hub", () => {
  test("a conversation stays readable and says what is missing", async () => {
    const { page, host } = await open(withAnswer({}));
    await host.setView({
      connection: {
        state: "needsToken",
        baseUrl: "https://hub.example.com",
        host: "hub.example.com",
      },
    });
    await page.getByRole("alert").filter({ hasText: "hub.example.com needs a token." }).waitFor();
    await page.getByText("Some text.").waitFor();
    await button(page, "Set token").click();
    await expect.poll(() => host.calls("setToken")).toEqual([{}]);
    await host.setView(readyView);
    await page.getByRole("alert").waitFor({ state: "detached" });
  });
});
