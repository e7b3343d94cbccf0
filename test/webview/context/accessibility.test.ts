import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { violations } from "../../support/axe.ts";
import { attachment, readyView, snapshot } from "../../support/fakeHost/builders.ts";
import { ChatBrowser } from "../../support/fakeHost/chatBrowser.ts";
import type { HostHandle } from "../../support/fakeHost/hostHandle.ts";
import { applyTheme } from "../../support/fakeHost/looks.ts";
import { field, meterFacts, openContext } from "./contextBrowser.ts";

let browser: ChatBrowser;
beforeAll(async () => {
  browser = await ChatBrowser.start();
});
afterAll(() => browser.stop());

interface Scene {
  readonly name: string;
  readonly prepare: (page: Page, host: HostHandle) => Promise<unknown>;
}

const scenes: readonly Scene[] = [
  {
    name: "suggestions for a mention",
    prepare: async (page) => {
      await field(page).pressSequentially("@ret");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "the list of the button, narrowed",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Add context" }).click();
      await page.getByRole("option", { name: "Folders" }).click();
      await page.getByRole("combobox", { name: "Search in Folders" }).waitFor();
    },
  },
  {
    name: "commands",
    prepare: async (page) => {
      await field(page).pressSequentially("/");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "a meter that is too full",
    prepare: async (page, host) => {
      const facts = meterFacts({ contextLength: 20_000, reserved: 4_000, leftOutMessages: 3 });
      await host.tell("showContextMeter", facts);
      await page.getByRole("button", { name: /^Context: More than fits/u }).click();
      await page.getByRole("dialog", { name: "Context" }).waitFor();
    },
  },
];

test.each(scenes)("$name has no violation in any theme", async ({ prepare }) => {
  const view = { ...readyView, attachments: [attachment("a1")] };
  const { page, host } = await openContext(browser, { snapshot: snapshot({ view }) });
  await prepare(page, host);
  for (const theme of ["light", "dark", "hc-dark", "hc-light"] as const) {
    await applyTheme(page, theme);
    expect(await violations(page)).toEqual([]);
  }
  await page.context().close();
});
