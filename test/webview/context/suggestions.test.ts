import { describe, expect, test } from "vitest";

import { attachment, readyView, snapshot } from "../../support/fakeHost/builders.ts";
import { activeRow, field, items, openContext } from "./openContext.ts";

test("Escape in the search that Add context opens leads to the message", async () => {
  const { page } = await openContext();
  await page.getByRole("button", { name: "Add context" }).press("Enter");
  const search = page.getByRole("combobox", { name: /^Search files/u });
  await search.press("Escape");
  await search.waitFor({ state: "detached" });
  await expect.poll(() => field(page).evaluate((one) => one === document.activeElement)).toBe(true);
});

describe("@", () => {
  test("opens at a word's start, shows what the host found with the letters marked, and the choice takes the place of what was typed", async () => {
    const { page, host } = await openContext();
    await field(page).pressSequentially("Look at @ret");
    const list = page.getByRole("listbox", { name: "Context to attach" });
    await list.getByRole("option", { name: /^retry.ts/u }).waitFor();
    await expect.poll(() => list.locator("mark").first().innerText()).toBe("ret");
    await expect.poll(() => activeRow(page)).toContain("retry.ts");
    await field(page).press("ArrowDown");
    await expect.poll(() => activeRow(page)).toContain("retry.test.ts");
    await field(page).press("Enter");
    await expect
      .poll(() => host.calls("addContextItem"))
      .toEqual([{ conversationId: "c1", id: "o2" }]);
    await list.waitFor({ state: "detached" });
    await expect.poll(() => field(page).inputValue()).toBe("Look at ");
    expect(await host.calls("sendMessage")).toEqual([]);
  });

  test("asks for what is known at once before it asks the workspace", async () => {
    const { page, host } = await openContext();
    await field(page).pressSequentially("@");
    await expect
      .poll(() => host.calls("searchContext"))
      .toEqual([
        { query: "", stage: "quick" },
        { query: "", stage: "full" },
      ]);
  });

  test("does not open inside of a word, as in an address of mail", async () => {
    const { page, host } = await openContext();
    await field(page).pressSequentially("mail ana@example.com now");
    expect(await host.calls("searchContext")).toEqual([]);
    expect(await page.getByRole("listbox", { name: "Context to attach" }).count()).toBe(0);
  });

  test("Escape closes it for this mention, and Enter sends again", async () => {
    const { page, host } = await openContext();
    await field(page).pressSequentially("@ret");
    await page.getByRole("option", { name: /^retry.ts/u }).waitFor();
    await field(page).press("Escape");
    await field(page).pressSequentially("r");
    expect(await page.getByRole("listbox", { name: "Context to attach" }).count()).toBe(0);
    await field(page).press("Enter");
    await expect.poll(() => host.calls("sendMessage")).toMatchObject([{ text: "@retr" }]);
  });

  test("narrows to one source, in which names may have spaces", async () => {
    const { page, host } = await openContext({
      results: { searchContext: { items: [] } },
    });
    await field(page).pressSequentially("@");
    await page.getByRole("option", { name: "Search in files" }).click();
    await field(page).pressSequentially("two words");
    await expect
      .poll(async () => (await host.calls("searchContext")).at(-1))
      .toEqual({ query: "two words", source: "search", stage: "full" });
    await field(page).press("Escape");
    await expect.poll(() => field(page).inputValue()).toBe("@two words");
  });

  test("shows hostile names as text", async () => {
    const name = '<img src=x onerror="document.title=1">\u202Egnp.js';
    const { page, problems } = await openContext({
      results: {
        searchContext: {
          items: [
            { id: "o1", source: "file", label: name, detail: "[x](command:y)", matches: [[0, 4]] },
          ],
        },
      },
    });
    await field(page).pressSequentially("@img");
    await page.getByRole("option").filter({ hasText: "onerror" }).waitFor();
    expect(await page.locator(".suggest img, .suggest a").count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

test("the button opens the same list with a field of its own, which takes the keyboard", async () => {
  const { page, host } = await openContext();
  await page.getByRole("button", { name: "Add context" }).click();
  const search = page.getByRole("combobox", { name: "Search files, symbols, problems…" });
  await search.pressSequentially("ret");
  await page.getByRole("option", { name: /^retry.ts/u }).waitFor();
  await search.press("Tab");
  await expect
    .poll(() => host.calls("addContextItem"))
    .toEqual([{ conversationId: "c1", id: items[0]?.id }]);
  await search.waitFor({ state: "detached" });
  await expect
    .poll(() => field(page).evaluate((element) => element === document.activeElement))
    .toBe(true);
});

test("the button's list offers files from anywhere, by the editor's dialog", async () => {
  const { page, host } = await openContext({ results: { browseContext: {} } });
  await page.getByRole("button", { name: "Add context" }).click();
  await page.getByRole("option", { name: "Browse…" }).click();
  await expect.poll(() => host.calls("browseContext")).toEqual([{ conversationId: "c1" }]);
});

describe("/", () => {
  test("lists commands, and the prompt that is sent stands in the message before it is sent", async () => {
    const { page, host } = await openContext({
      results: { expandSlashCommand: { text: "Explain how this code works." } },
    });
    await field(page).pressSequentially("/ex");
    await page.getByRole("listbox", { name: "Commands" }).waitFor();
    await expect.poll(() => activeRow(page)).toContain("/explain");
    await field(page).press("Enter");
    await expect.poll(() => field(page).inputValue()).toBe("Explain how this code works.");
    expect(await host.calls("sendMessage")).toEqual([]);
    await expect
      .poll(() => host.calls("expandSlashCommand"))
      .toEqual([{ conversationId: "c1", name: "explain", rest: "" }]);
  });

  test("a command with words behind it becomes its prompt when it is sent", async () => {
    const { page, host } = await openContext({
      results: { expandSlashCommand: { text: "Find what is wrong.\n\nonly the timer" } },
    });
    await field(page).fill("/fix only the timer");
    await field(page).press("Enter");
    await expect
      .poll(() => host.calls("sendMessage"))
      .toMatchObject([{ text: "Find what is wrong.\n\nonly the timer" }]);
    await expect
      .poll(() => host.calls("expandSlashCommand"))
      .toEqual([{ conversationId: "c1", name: "fix", rest: "only the timer" }]);
  });

  test("a prompt whose model cannot be had waits, and is sent to the chosen one when sent again", async () => {
    const { page, host } = await openContext({
      results: { expandSlashCommand: { text: "Find what is wrong.", missingModel: "gpt-9" } },
    });
    await field(page).fill("/fix ");
    await field(page).press("Enter");
    await page.getByRole("alert").filter({ hasText: "the model gpt-9" }).waitFor();
    await expect.poll(() => field(page).inputValue()).toBe("Find what is wrong.");
    expect(await host.calls("sendMessage")).toEqual([]);
    await field(page).press("Enter");
    await expect
      .poll(() => host.calls("sendMessage"))
      .toMatchObject([{ text: "Find what is wrong." }]);
  });

  test("a prompt of the organisation that was not read yet stays a command, and is not sent", async () => {
    const { page, host } = await openContext({
      results: { expandSlashCommand: { isUnread: true } },
    });
    await field(page).pressSequentially("/hub");
    await page.getByRole("option", { name: /hub-release.*from your organisation/u }).waitFor();
    await field(page).fill("/hub-release now");
    await field(page).press("Enter");
    await expect.poll(() => host.calls("expandSlashCommand")).toHaveLength(1);
    expect(await field(page).inputValue()).toBe("/hub-release now");
    expect(await host.calls("sendMessage")).toEqual([]);
  });

  test("review asks the host, and leaves an empty message", async () => {
    const { page, host } = await openContext({ results: { startReview: {} } });
    await field(page).fill("/review");
    await field(page).press("Enter");
    await expect.poll(() => host.calls("startReview")).toEqual([{}]);
    await expect.poll(() => field(page).inputValue()).toBe("");
  });

  test("a message for another model says so, and goes to the own one on a click", async () => {
    const view = {
      ...readyView,
      selectedModel: "sonnet",
      selectedModelName: "Sonnet",
      ownModel: { id: "gpt-x", name: "GPT X" },
    };
    const { page, host } = await openContext({ snapshot: snapshot({ view }), width: 250 });
    await page.getByText("This message alone goes to Sonnet").waitFor();
    await page.getByRole("button", { name: "Use GPT X" }).click();
    await expect.poll(() => host.calls("selectModel")).toEqual([{ id: "gpt-x" }]);
  });

  test("an input that waits for its value is selected, and is not sent as it is", async () => {
    const { page, host } = await openContext({
      results: { expandSlashCommand: { text: "Notes for [version], please." } },
    });
    await field(page).pressSequentially("/release");
    await page.getByRole("option", { name: /release-notes/u }).click();
    await expect.poll(() => field(page).inputValue()).toBe("Notes for [version], please.");
    await field(page).pressSequentially("2.0");
    await expect.poll(() => field(page).inputValue()).toBe("Notes for 2.0, please.");
    expect(await host.calls("sendMessage")).toEqual([]);
  });

  test("a path or an unknown command is sent as it was typed", async () => {
    const { page, host } = await openContext();
    await field(page).fill("/nothing here");
    await field(page).press("Enter");
    await expect.poll(() => host.calls("sendMessage")).toMatchObject([{ text: "/nothing here" }]);
  });

  test("clear empties the message and takes its context away", async () => {
    const view = { ...readyView, attachments: [attachment("a1"), attachment("a2")] };
    const { page, host } = await openContext({ snapshot: snapshot({ view }) });
    await field(page).fill("/clear");
    await page.getByRole("option", { name: /\/clear/u }).waitFor();
    await field(page).press("Enter");
    await expect.poll(() => host.calls("removeAttachment")).toEqual([{ id: "a1" }, { id: "a2" }]);
    await expect.poll(() => field(page).inputValue()).toBe("");
  });
});
