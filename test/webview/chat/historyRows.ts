import type { Page } from "playwright-core";

import type { HistoryItem } from "../../../src/shared/calls/historyCalls.ts";

export const item = (id: string, title: string, more: Partial<HistoryItem> = {}): HistoryItem => ({
  id,
  title,
  updatedAt: Date.UTC(2026, 10, 20),
  messageCount: 4,
  models: ["gpt-x-large"],
  isFavourite: false,
  isReadOnly: false,
  ...more,
});

/** A list as the host answers with it. */
export const list = (shown: readonly HistoryItem[], isDone = true) => ({
  items: shown,
  isDone,
  ticket: 1,
  workspaces: ["shop", "hub"],
  models: ["gpt-x-large"],
});

export const rows = (page: Page) => page.locator("[data-history-row]");
/** The name of the conversation that has the focus. */
export const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector(".history-name")?.textContent);
