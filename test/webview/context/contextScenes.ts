import type { Page } from "playwright-core";

import { attachment, readyView, snapshot } from "../../support/fakeHost/builders.ts";
import type { HostHandle } from "../../support/fakeHost/hostHandle.ts";
import { field, meterFacts, openContext, type Opened } from "./openContext.ts";

interface Scene {
  readonly name: string;
  readonly prepare: (page: Page, host: HostHandle) => Promise<unknown>;
}

/** Every list and dialog over the context of a message. */
export const contextScenes: readonly Scene[] = [
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

/** A page that shows the scene. */
export async function openScene({ prepare }: Scene): Promise<Opened> {
  const view = { ...readyView, attachments: [attachment("a1")] };
  const opened = await openContext({ snapshot: snapshot({ view }) });
  await prepare(opened.page, opened.host);
  return opened;
}
