import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { attachment, readyView, snapshot } from "../../support/fakeHost/builders.ts";
import { ChatBrowser } from "../../support/fakeHost/chatBrowser.ts";
import type { HostHandle } from "../../support/fakeHost/hostHandle.ts";
import { field, meterFacts, openContext } from "./contextBrowser.ts";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

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

describe.each(["light", "dark", "hc-dark", "hc-light"] as const)("in %s", (theme) => {
  test.each(scenes)("$name has no violation", async ({ prepare }) => {
    const view = { ...readyView, attachments: [attachment("a1")] };
    const { page, host } = await openContext(browser, { theme, snapshot: snapshot({ view }) });
    await prepare(page, host);
    await page.evaluate(axeSource);
    const results = await page.evaluate(
      // The script above puts it there.
      () => (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    expect(
      results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
      ),
    ).toEqual([]);
  });
});
