import type { Page } from "playwright-core";

import type { HistoryItem } from "../../../src/shared/calls/historyCalls.ts";
import type { Snapshot } from "../../../src/shared/calls/protocol.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { item } from "./historyRows.ts";

interface Scene {
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly prepare: (page: Page) => Promise<unknown>;
}

const conversations: readonly HistoryItem[] = [
  item("c1", "Why does this test hang?", { messageCount: 2, workspace: "shop" }),
  item("c2", "Schema of the orders table, and how to move it without a stop of the service", {
    isFavourite: true,
    cost: { amount: 1.37, currency: "BRL" },
    workspace: "shop",
    messageCount: 24,
  }),
  item("c3", "Naming things", { models: ["claude-y"] }),
  item("c4", "From a newer version", { isReadOnly: true, updatedAt: Date.UTC(2026, 7, 3) }),
];

const excerpt = {
  messageId: "m1",
  text: "…so the timer is never cleared: clear the timer in finally, also when fetch rejects.",
  marks: [
    { start: 8, end: 13 },
    { start: 42, end: 47 },
  ],
};

/** A list as the host gives it, with everything that a row can have. */
async function showHistory(page: Page): Promise<void> {
  await hostOf(page).setResult("listHistory", {
    items: conversations,
    isDone: true,
    ticket: 1,
    workspaces: ["shop"],
    models: ["gpt-x-large", "claude-y"],
  });
  await page.evaluate(() => fakeHost.tell("openHistory", {}));
  await page.locator("[data-history-row]").first().waitFor();
}

/** Screens of the history and of find in chat, over this conversation. */
export function historyScenes(snapshot: Snapshot): readonly Scene[] {
  return [
    {
      name: "history",
      snapshot,
      prepare: async (page) => {
        await showHistory(page);
        await page.locator("[data-history-row]").nth(1).focus();
      },
    },
    {
      name: "history-search",
      snapshot,
      prepare: async (page) => {
        await showHistory(page);
        await page.getByRole("button", { name: /^(?:Filters|Filtros)/u }).click();
        await page
          .getByRole("button", { name: /“Naming/u })
          .last()
          .click();
        const items = [
          { ...conversations[0], excerpt },
          { ...conversations[1], excerpt },
        ];
        await hostOf(page).setResult("listHistory", {
          items,
          isDone: true,
          ticket: 2,
          workspaces: ["shop"],
          models: ["gpt-x-large"],
        });
        await page.getByRole("searchbox").fill("timer");
        await page.locator("mark").first().waitFor();
      },
    },
    {
      name: "find",
      snapshot,
      prepare: async (page) => {
        await page.evaluate(() =>
          fakeHost.setAnswer("findInChat", (params) => {
            // Sound: the page sends what the contract says.
            const { drawn } = params as { drawn: { messageId: string; text: string }[] };
            const messages = drawn.map(({ messageId, text }) => {
              const ranges = [...text.matchAll(/re/giu)].map(({ index }) => [index, index + 2]);
              return { messageId, count: ranges.length, ranges };
            });
            return { ok: true, isLimited: false, messages: messages.filter(({ count }) => count) };
          }),
        );
        await page.keyboard.press("Control+f");
        await page
          .getByRole("textbox", { name: /^(?:Find in chat|Localizar no chat)$/u })
          .fill("re");
        await page.locator(".find-count:not(:empty)").waitFor();
      },
    },
  ];
}
