import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import {
  answer,
  attachment,
  readyView,
  snapshot,
  userMessage,
} from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";
import { isFocused } from "../turns/turnsPage.ts";

interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
}

async function open(options: Partial<OpenOptions> = {}): Promise<Opened> {
  const { page } = await openChat({ snapshot: snapshot(), ...options });
  await message(page).waitFor();
  return { page, host: hostOf(page) };
}

const message = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const sendButton = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
const draftOf = (page: Page) => message(page).inputValue();

const conversation = [userMessage("m1", "First question"), answer("m2", "An answer.")];

const running = { ...readyView, turn: { state: "running", messageId: "m2" } } as const;

describe("sending", () => {
  test("Enter sends the text and clears the composer, which keeps the focus", async () => {
    const { page, host } = await open();
    await message(page).fill("Why does it hang?");
    await message(page).press("Enter");
    await expect.poll(() => draftOf(page)).toBe("");
    await expect
      .poll(() => host.calls("sendMessage"))
      .toMatchObject([{ conversationId: "c1", text: "Why does it hang?" }]);
    await expect
      .poll(() => message(page).evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  test("its button and Stop, pressed with the keyboard, leave the focus in the message", async () => {
    const { page, host } = await open();
    await message(page).fill("Why?");
    await sendButton(page).press("Enter");
    await expect.poll(() => host.calls("sendMessage")).toHaveLength(1);
    await expect.poll(() => sendButton(page).isDisabled()).toBe(true);
    await expect.poll(() => isFocused(message(page))).toBe(true);
    await expect.poll(() => draftOf(page)).toBe("");
    await host.setView(running);
    await page.getByRole("button", { name: "Stop", exact: true }).press("Enter");
    await expect.poll(() => host.calls("stop")).toHaveLength(1);
    await host.setView(readyView);
    await sendButton(page).waitFor();
    await expect.poll(() => isFocused(message(page))).toBe(true);
  });

  test("Shift+Enter makes a new line and the field grows to a third of the view at most", async () => {
    const { page, host } = await open();
    await message(page).fill("one");
    await message(page).press("Shift+Enter");
    await message(page).pressSequentially("two");
    await expect.poll(() => draftOf(page)).toBe("one\ntwo");
    expect(await host.calls("sendMessage")).toEqual([]);
    await message(page).fill("line\n".repeat(200));
    const height = () => message(page).evaluate((field) => field.getBoundingClientRect().height);
    await expect.poll(height).toBeGreaterThan(150);
    expect(await height()).toBeLessThanOrEqual(700 / 3);
  });

  test("Enter while an input method is composing never sends", async () => {
    const { page, host } = await open();
    await message(page).focus();
    const session = await page.context().newCDPSession(page);
    await session.send("Input.imeSetComposition", {
      text: "に",
      selectionStart: 1,
      selectionEnd: 1,
    });
    await message(page).evaluate((field) => {
      const composing = { key: "Enter", bubbles: true, cancelable: true };
      field.dispatchEvent(new KeyboardEvent("keydown", { ...composing, isComposing: true }));
      field.dispatchEvent(new KeyboardEvent("keydown", { ...composing, keyCode: 229 }));
    });
    await session.send("Input.insertText", { text: "日本" });
    await expect.poll(() => draftOf(page)).toBe("日本");
    expect(await host.calls("sendMessage")).toEqual([]);
    await message(page).press("Enter");
    await expect
      .poll(() => host.calls("sendMessage"))
      .toMatchObject([{ conversationId: "c1", text: "日本" }]);
  });

  test("a refusal keeps the draft and says why", async () => {
    const { page } = await open({
      results: { sendMessage: { ok: false, reason: "notConnected" } },
    });
    await message(page).fill("Keep me");
    await message(page).press("Enter");
    await page.getByRole("alert").filter({ hasText: "Your message is kept" }).waitFor();
    await expect.poll(() => draftOf(page)).toBe("Keep me");
  });

  test("a host that answers nonsense keeps the draft too", async () => {
    const { page } = await open({ results: { sendMessage: { nonsense: true } } });
    await message(page).fill("Keep me");
    await message(page).press("Enter");
    await page.getByRole("alert").filter({ hasText: "The editor did not do that" }).waitFor();
    await expect.poll(() => draftOf(page)).toBe("Keep me");
    await expect.poll(() => sendButton(page).isEnabled()).toBe(true);
  });

  test("nothing can be sent without text or context, and context alone can", async () => {
    const { page, host } = await open();
    await expect.poll(() => sendButton(page).isDisabled()).toBe(true);
    await message(page).press("Enter");
    await host.setView({ attachments: [attachment("a1")] });
    await expect.poll(() => sendButton(page).isEnabled()).toBe(true);
    await sendButton(page).click();
    await expect
      .poll(() => host.calls("sendMessage"))
      .toMatchObject([{ conversationId: "c1", text: "" }]);
  });
});

test("the host can put the focus into the composer", async () => {
  const { page } = await open({ snapshot: snapshot({ messages: conversation }) });
  await page.locator(".scroller").focus();
  await page.evaluate(() => fakeHost.focusComposer());
  await expect
    .poll(() => message(page).evaluate((field) => field === document.activeElement))
    .toBe(true);
});

describe("while an answer comes", () => {
  const streaming = snapshot({
    messages: [userMessage("m1", "Question"), answer("m2", "Some", { state: "streaming" })],
    view: running,
  });

  test("Stop stands where Send was and stops", async () => {
    const { page, host } = await open({ snapshot: streaming });
    expect(await sendButton(page).count()).toBe(0);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect.poll(() => host.calls("stop")).toEqual([{}]);
  });

  test("Escape stops and keeps what was typed", async () => {
    const { page, host } = await open({ snapshot: streaming });
    await message(page).fill("Next");
    await message(page).press("Escape");
    await expect.poll(() => host.calls("stop")).toEqual([{}]);
    await expect.poll(() => draftOf(page)).toBe("Next");
    expect(await host.calls("sendMessage")).toEqual([]);
  });
});

describe("the draft", () => {
  test("is given to the host shortly after typing", async () => {
    const { page, host } = await open();
    await message(page).fill("Half a thought");
    await expect
      .poll(() => host.calls("saveDraft"))
      .toMatchObject([{ conversationId: "c1", text: "Half a thought" }]);
  });

  test("survives a reload that comes before the host has it", async () => {
    const { page } = await open();
    await message(page).fill("Not saved yet");
    await page.reload();
    await expect.poll(() => draftOf(page)).toBe("Not saved yet");
  });

  test("comes back from the host", async () => {
    const { page } = await open({ snapshot: snapshot({ draft: "From yesterday" }) });
    await expect.poll(() => draftOf(page)).toBe("From yesterday");
  });

  test("of another conversation takes the place of this one, which is saved first", async () => {
    const { page, host } = await open();
    await message(page).fill("In the first");
    await host.show(snapshot({ conversationId: "c2", draft: "In the second" }));
    await expect.poll(() => draftOf(page)).toBe("In the second");
    await expect
      .poll(() => host.calls("saveDraft"))
      .toMatchObject([{ conversationId: "c1", text: "In the first" }]);
  });

  test("stays when the same conversation is shown anew", async () => {
    const { page, host } = await open({ snapshot: snapshot({ draft: "old" }) });
    await message(page).fill("new");
    await host.show(snapshot({ messages: conversation, draft: "old" }));
    await page.getByRole("article").first().waitFor();
    await expect.poll(() => draftOf(page)).toBe("new");
  });

  test("of 5 MB is pasted at once, shown as an item, and sent whole", async () => {
    const { page } = await open();
    await message(page).fill("What is in this log?");
    await message(page).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        "text/plain",
        "0123456789abcdefghijklmnopqrstuv wxyz\n".repeat(140_000),
      );
      const options = { clipboardData, bubbles: true, cancelable: true };
      field.dispatchEvent(new ClipboardEvent("paste", options));
    });
    await page.getByRole("list", { name: "Context" }).getByText("Long text").waitFor();
    await expect.poll(() => draftOf(page)).toBe("What is in this log?");
    await sendButton(page).click();
    await expect
      .poll(() =>
        page.evaluate(() => (fakeHost.callsOf("sendMessage")[0] as { text: string }).text.length),
      )
      .toBe("What is in this log?".length + 2 + 140_000 * 38);
    await page.getByRole("list", { name: "Context" }).waitFor({ state: "detached" });
  });
});

describe("the context", () => {
  const view = {
    ...readyView,
    attachments: [
      attachment("a1"),
      attachment("a2", {
        kind: "file",
        name: "big.log",
        size: 400_000,
        startLine: undefined,
        endLine: undefined,
      }),
      attachment("a3", { name: "odd.md", invisibleCharacters: 40 }),
    ],
  };

  test("a name with a line break or a mark of direction is shown with their codes", async () => {
    const name = "a\n\u202egpj.exe";
    const odd = { ...readyView, attachments: [attachment("a1", { name, startLine: undefined })] };
    const { page } = await open({ snapshot: snapshot({ view: odd }) });
    const list = page.getByRole("list", { name: "Context" });
    await list.getByText("a⟨U+000A⟩⟨U+202E⟩gpj.exe", { exact: true }).waitFor();
    await list.getByRole("button", { name: "Remove a⟨U+000A⟩⟨U+202E⟩gpj.exe" }).waitFor();
  });

  test("lists what goes along, opens it and removes it", async () => {
    const { page, host } = await open({ snapshot: snapshot({ view }) });
    const list = page.getByRole("list", { name: "Context" });
    await expect.poll(() => list.getByRole("listitem").count()).toBe(3);
    await list.getByRole("button", { name: "Open retry.ts:12–40" }).click();
    await expect.poll(() => host.calls("openAttachment")).toEqual([{ id: "a1" }]);
    await list.getByRole("button", { name: "Remove retry.ts", exact: true }).click();
    await expect.poll(() => list.getByRole("listitem").count()).toBe(2);
    await expect.poll(() => host.calls("removeAttachment")).toEqual([{ id: "a1" }]);
    await expect
      .poll(() => message(page).evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  test("warns of size and of characters that cannot be seen", async () => {
    const { page } = await open({ snapshot: snapshot({ view }) });
    await page
      .getByRole("button", { name: "Open big.log, 400 kB, uses much of the context" })
      .waitFor();
    await page
      .getByRole("button", { name: /40 characters that you cannot see but the model reads/u })
      .waitFor();
  });

  test("says so when a file has vanished", async () => {
    const { page } = await open({
      snapshot: snapshot({ view }),
      results: { openAttachment: { ok: false, reason: "notFound" } },
    });
    await page.getByRole("button", { name: /^Open retry.ts/u }).click();
    await page.getByRole("alert").filter({ hasText: "That is no longer there." }).waitFor();
  });
});
