import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { isFocused } from "../turns/turnsPage.ts";
import {
  card,
  cpf,
  message,
  openBlocked,
  openWithFindings,
  report,
  start,
  text,
} from "./sensitiveDraft.ts";

const marked = (page: Page) => page.locator(".draft-marks mark");

describe("while a message is written", () => {
  test("what is found is marked in the text, and a number for trying out more calmly", async () => {
    const { page } = await openWithFindings();
    await expect.poll(() => marked(page).allTextContents()).toEqual([cpf, card]);
    await expect.poll(() => marked(page).last().getAttribute("class")).toBe("calm");
  });

  test("the layer lies exactly over the text, also when it scrolls", async () => {
    const { page } = await openWithFindings({ width: 250 });
    await marked(page).first().waitFor();
    const places = () =>
      page.evaluate(() => {
        const [layer, field] = [".draft-marks", "textarea"].map((selector) => {
          const element = document.querySelector(selector) ?? document.body;
          const { left, top } = element.getBoundingClientRect();
          return [left, top, element.scrollHeight, element.scrollTop];
        });
        return layer?.map((size, at) => size - (field?.[at] ?? -1));
      });
    expect(await places()).toEqual([0, 0, 0, 0]);
    await message(page).press("Control+End");
    await page.keyboard.insertText("\nmore".repeat(12));
    await expect.poll(places).toEqual([0, 0, 0, 0]);
  });

  test("marks move with the text, and one that is typed into goes away", async () => {
    const { page } = await openWithFindings();
    await marked(page).first().waitFor();
    await message(page).press("Control+Home");
    await message(page).pressSequentially("Well: ");
    await expect.poll(() => marked(page).allTextContents()).toEqual([cpf, card]);
    await message(page).evaluate((field, at) => {
      (field as HTMLTextAreaElement).setSelectionRange(at, at);
    }, start + 8);
    await message(page).press("x");
    await expect.poll(() => marked(page).allTextContents()).toEqual([card]);
  });

  test("a chip opens the list: what it is, where, masked, and what can be done", async () => {
    const { page, host } = await openWithFindings();
    await page.getByRole("button", { name: "3 findings" }).click();
    const rows = page.getByRole("list", { name: "Sensitive data" }).getByRole("listitem");
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(/CPF \*\*\*\.\*\*\*\.247-25\s+in your message/u),
        expect.stringMatching(/Card number .*1111\s+in your message · looks like test data/u),
        expect.stringMatching(/E-mail address m\*\*\*@acme\.com\.br\s+clientes\.csv, line 12/u),
      ]);
    await rows.last().getByRole("button", { name: "Allow in this chat" }).click();
    await expect
      .poll(() => host.calls("decideValue"))
      .toEqual([{ conversationId: "c1", id: "h3", decision: "allow" }]);
    await rows
      .first()
      .getByRole("button", { name: /^Go to/u })
      .click();
    const selected = () =>
      message(page).evaluate((field) => {
        const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement;
        return value.slice(selectionStart, selectionEnd);
      });
    await expect.poll(selected).toBe(cpf);
  });

  test("a decision with the keyboard leaves the focus on the button that takes it back", async () => {
    const { page, host } = await openWithFindings();
    await page.getByRole("button", { name: "3 findings" }).click();
    const row = page.getByRole("list", { name: "Sensitive data" }).getByRole("listitem").last();
    const decided = async (decision: "mask" | "allow", next: string) => {
      const [first, second, last] = report().values;
      const values = [first, second, last && { ...last, decision }];
      await host.tell("showSensitive", {
        conversationId: "c1",
        report: { ...report(), values, draftVersion: 1 },
      });
      const button = row.getByRole("button", { name: next });
      await expect.poll(() => isFocused(button)).toBe(true);
    };
    await row.getByRole("button", { name: "Mask when sending" }).press("Enter");
    await decided("mask", "Allow in this chat");
    await page.keyboard.press("Enter");
    await decided("allow", "Mask when sending");
  });

  test("masking in the text can be undone", async () => {
    const { page } = await openWithFindings();
    await page.getByRole("button", { name: "3 findings" }).click();
    await page.getByRole("button", { name: "Mask in the text" }).first().click();
    await expect.poll(() => message(page).inputValue()).toBe(text.replace(cpf, "***.***.***-**"));
    await message(page).press("Control+z");
    await expect.poll(() => message(page).inputValue()).toBe(text);
  });

  test("an attachment says how much is in it", async () => {
    const { page } = await openWithFindings();
    await page
      .getByRole("list", { name: "Context" })
      .getByRole("button", { name: /clientes\.csv.*Sensitive data: 1 finding/u })
      .waitFor();
  });

  test("what is found in another chat is not shown", async () => {
    const { page, host } = await openWithFindings(
      {},
      report({ values: [], total: 0, undecided: 0 }),
    );
    await host.tell("showSensitive", {
      conversationId: "other",
      report: { ...report(), draftVersion: 1 },
    });
    await page.waitForFunction(() => document.querySelector(".sensitive") === null);
    expect(await marked(page).count()).toBe(0);
  });
});

/** What the ticks decide that nobody changed. */
const untouched = [
  { id: "h1", decision: "mask" },
  { id: "h2", decision: "allow" },
  { id: "h3", decision: "mask" },
];

describe("sending what holds sensitive data", () => {
  test("asks first: Enter again masks and sends", async () => {
    const { page, host } = await openWithFindings();
    await message(page).press("Enter");
    const mask = page.getByRole("button", { name: "Mask and send" });
    await expect
      .poll(() => mask.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await expect
      .poll(() => page.getByRole("alert").innerText())
      .toContain("1\u00a0×\u00a0CPF, 1\u00a0×\u00a0card number, and 1\u00a0×\u00a0e-mail address");
    expect(await host.calls("sendMessage")).toHaveLength(1);
    expect(await message(page).inputValue()).toBe(text);
    await host.setResult("sendMessage", { ok: true });
    await page.keyboard.press("Enter");
    await expect
      .poll(() => host.calls("decideAll"))
      .toEqual([{ conversationId: "c1", decision: "mask", choices: untouched }]);
    await expect.poll(() => host.calls("sendMessage")).toMatchObject([{ text }, { text }]);
    await expect.poll(() => message(page).inputValue()).toBe("");
  });

  test("lists all that is marked, with a box each: what looks like test data goes as it is unless ticked", async () => {
    const { page, host } = await openWithFindings();
    await message(page).press("Enter");
    const group = page.getByRole("group", { name: "Values to mask" });
    const boxes = group.getByRole("checkbox");
    await expect
      .poll(() => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked)))
      .toEqual([true, false, true]);
    await expect
      .poll(() => group.getByRole("listitem").allInnerTexts())
      .toEqual([
        expect.stringMatching(/CPF .*247-25\s+in your message\s+Go to$/u),
        expect.stringMatching(
          /Card number .*1111\s+in your message · looks like test data: will be sent as typed\s+Go to$/u,
        ),
        expect.stringMatching(/E-mail address .*acme\.com\.br\s+clientes\.csv, line 12\s+Go to$/u),
      ]);
    await group.getByRole("checkbox", { name: /^Card number .*1111$/u }).focus();
    await page.keyboard.press("Space");
    await group.getByRole("checkbox", { name: /^E-mail address/u }).uncheck();
    await group.getByText("clientes.csv, line 12 · will be sent as typed").waitFor();
    await page.getByRole("button", { name: "Mask and send" }).click();
    await expect
      .poll(() => host.calls("decideAll"))
      .toEqual([
        {
          conversationId: "c1",
          decision: "mask",
          choices: [
            { id: "h1", decision: "mask" },
            { id: "h2", decision: "mask" },
            { id: "h3", decision: "allow" },
          ],
        },
      ]);
  });

  test("with nothing ticked there is nothing to mask", async () => {
    const { page } = await openWithFindings();
    await message(page).press("Enter");
    const mask = page.getByRole("button", { name: "Mask and send" });
    const group = page.getByRole("group", { name: "Values to mask" });
    await group.getByRole("checkbox").first().uncheck();
    await expect.poll(() => mask.isDisabled()).toBe(false);
    await group.getByRole("checkbox").last().uncheck();
    await expect.poll(() => mask.isDisabled()).toBe(true);
  });

  test("Escape goes back to the text, which stays", async () => {
    const { page, host } = await openWithFindings();
    await message(page).press("Enter");
    await page.getByRole("button", { name: "Send anyway" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => message(page).inputValue()).toBe(text);
    await expect
      .poll(() => message(page).evaluate((field) => field === document.activeElement))
      .toBe(true);
    expect(await host.calls("sendMessage")).toHaveLength(1);
    await expect.poll(() => marked(page).allTextContents()).toEqual([cpf, card]);
  });

  test("in mode mask nothing is asked", async () => {
    const { page, host } = await openWithFindings({}, report({ mode: "mask", undecided: 0 }));
    await page.getByRole("button", { name: "3 values will be sent masked" }).waitFor();
    await message(page).press("Enter");
    await expect.poll(() => host.calls("sendMessage")).toMatchObject([{ text }]);
  });

  test("Enter is one call: the text that the host judges is the text that it sends", async () => {
    const { page, host } = await openWithFindings(
      {},
      report({ values: [], total: 0, undecided: 0 }),
    );
    const made = () => page.evaluate(() => fakeHost.calls.map(({ method }) => method));
    const before = (await made()).length;
    await message(page).press("Enter");
    await expect.poll(() => host.calls("sendMessage")).toMatchObject([{ text, draftVersion: 1 }]);
    expect((await made())[before]).toBe("sendMessage");
  });
});

describe("a message that the hub blocked", () => {
  test("shows the place, and goes again masked or without it", async () => {
    const { page, host } = await openBlocked();
    await page.getByRole("button", { name: "Remove and send again" }).waitFor();
    const painted = () =>
      page.evaluate(() => Array.from(CSS.highlights.get("hub-sensitive") ?? [], String));
    await expect.poll(painted).toEqual([cpf]);
    await page.getByRole("button", { name: "Mask and send again" }).click();
    await expect
      .poll(() => host.calls("decideAll"))
      .toEqual([{ conversationId: "c1", messageId: "m2", decision: "mask" }]);
    await expect
      .poll(() => host.calls("regenerate"))
      .toEqual([{ conversationId: "c1", messageId: "m2" }]);
  });

  test("says so where this editor does not find what the hub found", async () => {
    const { page } = await openBlocked({
      results: { checkMessage: { mode: "warn", values: [], total: 0, undecided: 0 } },
    });
    await page.getByText("This editor does not recognise what the hub found").waitFor();
    expect(await page.getByRole("button", { name: "Mask and send again" }).count()).toBe(0);
    await page.getByRole("button", { name: "Edit message" }).last().waitFor();
  });
});
