import { describe, expect, test } from "vitest";

import { attachment, readyView, snapshot } from "../../support/fakeHost/builders.ts";
import { field, meterFacts, openContext } from "./openContext.ts";

describe("the meter", () => {
  test("shows the share of the model's context, and counts the draft as it is typed", async () => {
    const { page, host } = await openContext();
    await host.tell("showContextMeter", meterFacts({ history: 25_520 }));
    await page.getByRole("button", { name: "Context: 20% of the context used" }).waitFor();
    await field(page).fill("word ".repeat(9_000));
    await page.getByRole("button", { name: /Context: 2[5-9]% of the context used/u }).click();
    const popup = page.getByRole("dialog", { name: "Context" });
    await expect.poll(() => popup.innerText()).toMatch(/Kept free for the answer\s+16,000/u);
    await expect.poll(() => popup.innerText()).toMatch(/Context of this model\s+128,000/u);
    await page.keyboard.press("Escape");
    await popup.waitFor({ state: "detached" });
  });

  test("says that the context is not reported, and guesses none", async () => {
    const { page, host } = await openContext();
    const { contextLength: _length, reserved: _reserved, ...facts } = meterFacts();
    await host.tell("showContextMeter", facts);
    await page
      .getByRole("button", { name: "Context: 30,080 tokens, context not reported" })
      .click();
    await page.getByText("The hub does not report how much context this model accepts.").waitFor();
  });

  test("says when it is too much, what to drop, and leaves older turns out with one click", async () => {
    const { page, host } = await openContext({
      results: { leaveOutOlderTurns: { ok: true } },
    });
    await host.tell("showContextMeter", meterFacts({ contextLength: 20_000, reserved: 4_000 }));
    const note = page.getByRole("status").filter({ hasText: "more than the model accepts" });
    await note.getByRole("button", { name: "Leave out older turns" }).click();
    await expect
      .poll(() => host.calls("leaveOutOlderTurns"))
      .toEqual([{ conversationId: "c1", draftTokens: 0 }]);
  });

  test("turns that are left out are said and can be taken back", async () => {
    const { page, host } = await openContext({
      results: { takeBackOlderTurns: { ok: true } },
    });
    await host.tell("showContextMeter", meterFacts({ leftOutMessages: 8 }));
    await page.getByText("8 older messages are not sent").waitFor();
    await page.getByRole("button", { name: "Send them again" }).click();
    await expect.poll(() => host.calls("takeBackOlderTurns")).toEqual([{ conversationId: "c1" }]);
  });

  test("each attachment shows what it costs", async () => {
    const view = { ...readyView, attachments: [attachment("a1")] };
    const { page, host } = await openContext({ snapshot: snapshot({ view }) });
    const attachments = [{ id: "a1", tokens: 1_000 }];
    await host.tell("showContextMeter", meterFacts({ attachments, rate: 1.5 }));
    await page.getByRole("button", { name: "Open retry.ts:12–40, 1,500 tokens" }).waitFor();
  });

  test("opens the preview of what is sent, with the draft as it stands", async () => {
    const { page, host } = await openContext();
    await host.tell("showContextMeter", meterFacts());
    await field(page).fill("Hello");
    await page.getByRole("button", { name: /^Context:/u }).click();
    await page.getByRole("button", { name: "Preview what is sent" }).click();
    await expect
      .poll(() => host.calls("previewRequest"))
      .toEqual([{ conversationId: "c1", text: "Hello" }]);
  });
});

describe("pasting", () => {
  const code = "export function retryAfter(seconds: number) {\n  return seconds * 1000;\n}\n";

  test("code of an open file is recognised, attached instead, and undone; what was added since stays", async () => {
    const { page, host } = await openContext({
      results: {
        findPasteOrigin: { origin: { id: "o9", label: "retry.ts:12–14" } },
        addContextItem: { ok: true, ids: ["new"] },
      },
    });
    await field(page).fill("See ");
    await paste(page, code);
    await page.getByText("This is retry.ts:12–14.").waitFor();
    await page.getByRole("button", { name: "Attach instead of the text" }).click();
    await expect
      .poll(() => host.calls("addContextItem"))
      .toEqual([{ conversationId: "c1", id: "o9" }]);
    await expect.poll(() => field(page).inputValue()).toBe("See ");
    await host.setView({ attachments: [attachment("new"), attachment("later")] });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => field(page).inputValue()).toBe(`See ${code}`);
    await expect.poll(() => host.calls("removeAttachment")).toEqual([{ id: "new" }]);
  });
});

describe("dropping", () => {
  test("files of the editor's explorer are handed to the host by address, remote ones too", async () => {
    const { page, host } = await openContext({
      results: { addDroppedUris: { ok: true } },
    });
    await drop(page, {
      "text/uri-list": "# comment\r\nfile:///work/a.ts\r\nvscode-remote://ssh/work/b.ts",
      resourceurls: JSON.stringify(["file:///work/a.ts"]),
    });
    await expect
      .poll(() => host.calls("addDroppedUris"))
      .toEqual([
        { conversationId: "c1", uris: ["file:///work/a.ts", "vscode-remote://ssh/work/b.ts"] },
      ]);
  });

  test("a text file from outside is read in the page; what is no text is said", async () => {
    const { page, host } = await openContext({
      results: { addDroppedText: { ok: true } },
    });
    await drop(page, {}, [{ name: "notes.txt", text: "remember" }]);
    await expect
      .poll(() => host.calls("addDroppedText"))
      .toEqual([{ conversationId: "c1", name: "notes.txt", text: "remember" }]);
    await drop(page, {}, [{ name: "photo.bin", text: "a\u0000b" }]);
    await page.getByRole("alert").filter({ hasText: "photo.bin is not a text file" }).waitFor();
  });
});

test("of more files than are taken at once the others are named as left out", async () => {
  const { page, host } = await openContext({ results: { addDroppedText: { ok: true } } });
  const files = Array.from({ length: 23 }, (_, index) => ({ name: `${index}.txt`, text: "x" }));
  await drop(page, {}, files);
  await page.getByRole("alert").filter({ hasText: "Only the first 20 were added" }).waitFor();
  expect(await host.calls("addDroppedText")).toHaveLength(20);
});

type BrowserPage = Awaited<ReturnType<typeof openContext>>["page"];

/** The event and, as the browser does it, the text in the same task. */
async function paste(page: BrowserPage, text: string): Promise<void> {
  await field(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const init = { clipboardData, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent("paste", init));
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else inserts as a person would
    document.execCommand("insertText", false, pasted);
  }, text);
}

async function drop(
  page: BrowserPage,
  data: Readonly<Record<string, string>>,
  files: readonly { readonly name: string; readonly text: string }[] = [],
): Promise<void> {
  await page.evaluate(
    ({ texts, dropped }) => {
      const dataTransfer = new DataTransfer();
      for (const [type, value] of Object.entries(texts)) {
        dataTransfer.setData(type, value);
      }
      for (const { name, text } of dropped) {
        dataTransfer.items.add(new File([text], name));
      }
      const init = { dataTransfer, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent("dragover", init));
      document.body.dispatchEvent(new DragEvent("drop", init));
    },
    { texts: data, dropped: files },
  );
}
