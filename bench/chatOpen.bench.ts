/**
 * A conversation of the history in a real editor (code-server in headless Chromium): from the click on its row to the end of
 * its last answer in the page. The host's part shows by the file that it looks for and by what the page gets from it. Beside
 * it another extension's page that has nothing but a button: from its click to its host, and to an answer of as much text.
 * Takes some five minutes. Needs `npm run package`.
 */
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Locator } from "playwright-core";
import * as z from "zod/mini";

import { ConnectedEditor } from "../test/e2e/editor/connectedEditor.ts";
import { Probe } from "../test/e2e/editor/probe.ts";
import type { ChatView } from "../test/e2e/pages/chatView.ts";
import type { Workbench } from "../test/e2e/pages/workbench.ts";
import { watchOpenings } from "./open/openingMarks.ts";
import { openedConversations, type Stored, storeHistory } from "./open/storedHistory.ts";

const rounds = Number(process.env["AI_HUB_BENCH_REQUESTS"] ?? 10);
/** Rounds before those that count: what a first opening loads is another question. */
const warmUp = 1;
const goalMs = 300;
/** A person reads the list before the click. */
const readMs = 500;

const marksSchema = z.object({
  clickedAt: z.number(),
  reloadedAt: z.number(),
  answeredAt: z.number(),
  begunAt: z.number(),
  endedAt: z.number(),
  answerUnits: z.number(),
});

const bareSchema = z.array(
  z.object({ clickedAt: z.number(), heardAt: z.number(), answeredAt: z.number() }),
);

/** Parts of one opening by name, in milliseconds, except the length of what the host sent. */
type Parts = Readonly<Record<string, number>>;

/** All openings of each conversation, by its title. */
type Rows = Map<string, readonly Parts[]>;

interface Window {
  readonly workbench: Workbench;
  readonly chat: ChatView;
  readonly probe: Probe;
  readonly bare: Locator;
}

declare global {
  var bareCalls: unknown;
}

async function main(): Promise<void> {
  const connected = await ConnectedEditor.start({
    name: "chatOpen",
    files: { "notes.md": "# Notes\n" },
  });
  try {
    await storeHistory(join(connected.editor.globalStorage, "conversations"));
    const window = await openWindow(connected);
    const ours: Rows = new Map();
    const bare: Rows = new Map();
    for (let round = 0; round < rounds + warmUp; round += 1) {
      for (const stored of openedConversations) {
        const parts = await open(stored, window);
        keep(ours, stored, parts);
        keep(bare, stored, await callBare(window, parts["its length"] ?? 0));
      }
    }
    report(ours, bare);
  } finally {
    await connected.dispose();
  }
}

async function openWindow({ editor, hub }: ConnectedEditor): Promise<Window> {
  const probe = new Probe(editor.workspace);
  const workbench = await editor.openWindow();
  await probe.ask("looks", { suffix: "" });
  await probe.ask("barePage", { url: hub.url });
  const bare = workbench.page
    .frameLocator('iframe.webview.ready[src*="extensionId=test.editor-probe"]')
    .frameLocator("iframe#active-frame")
    .getByRole("button", { name: "Bare call" });
  const chat = await workbench.openChat();
  await chat.region.evaluate(watchOpenings);
  return { workbench, chat, probe, bare };
}

async function open({ id, title }: Stored, { workbench, chat, probe }: Window): Promise<Parts> {
  await workbench.runCommand("AI Hub: History");
  const history = chat.region.getByRole("dialog", { name: "History" });
  const row = history.locator("[data-history-row]").filter({ hasText: title });
  await row.waitFor();
  await delay(readMs);
  await row.click();
  const marks = await chat.region.evaluate(waitForEnd);
  const { clickedAt, reloadedAt, answeredAt, begunAt, endedAt, answerUnits } =
    marksSchema.parse(marks);
  const looks = await probe.ask("looks", { suffix: `${id}.jsonl` });
  const heardAt = looks.find((at) => at > clickedAt) ?? Number.NaN;
  return {
    "click → host": heardAt - clickedAt,
    "host → page: another is shown": reloadedAt - heardAt,
    "page → host → messages in the page": answeredAt - reloadedAt,
    "first text": begunAt - answeredAt,
    "its end": endedAt - begunAt,
    all: endedAt - clickedAt,
    "its length": answerUnits,
  };
}

/** Runs in the page. */
async function waitForEnd(): Promise<unknown> {
  while (globalThis.opening?.answerUnits === undefined) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  const marks = globalThis.opening;
  globalThis.opening = undefined;
  return marks;
}

async function callBare({ bare }: Window, units: number): Promise<Parts> {
  await bare.evaluate((button, wanted) => button.setAttribute("value", `${wanted}`), units);
  const before = bareSchema.parse(await bare.evaluate(() => globalThis.bareCalls)).length;
  await bare.click();
  for (;;) {
    const calls = bareSchema.parse(await bare.evaluate(() => globalThis.bareCalls));
    const call = calls[before];
    if (call) {
      return {
        "click → host": call.heardAt - call.clickedAt,
        "host → messages in the page": call.answeredAt - call.heardAt,
        all: call.answeredAt - call.clickedAt,
        "its length": units,
      };
    }
    await delay(50);
  }
}

function keep(rows: Rows, { title }: Stored, parts: Parts): void {
  rows.set(title, [...(rows.get(title) ?? []), parts]);
}

function report(ours: Rows, bare: Rows): void {
  for (const rows of [ours, bare]) {
    console.table(
      Object.fromEntries(Array.from(rows, ([title, parts]) => [title, medians(counted(parts))])),
    );
  }
  const isMet = [...ours.values()].every((parts) => atShare(counted(parts), "all", 0.5) <= goalMs);
  console.log(`${isMet ? "met" : "MISSED"}: at most ${goalMs} ms from the click, at the median`);
  console.log(`Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}`);
  process.exitCode = isMet ? 0 : 1;
}

function counted(parts: readonly Parts[]): readonly Parts[] {
  return parts.slice(warmUp);
}

function medians(parts: readonly Parts[]): Record<string, string> {
  const names = Object.keys(parts[0] ?? {});
  const row: [name: string, ms: string][] = names.map((name) => [
    name,
    atShare(parts, name, 0.5).toFixed(0),
  ]);
  row.push(["all, p10", atShare(parts, "all", 0.1).toFixed(0)]);
  row.push(["longest", atShare(parts, "all", 1).toFixed(0)]);
  return Object.fromEntries(row);
}

function atShare(parts: readonly Parts[], name: string, share: number): number {
  const sorted = parts.map((part) => part[name] ?? Number.NaN).toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}

await main();
