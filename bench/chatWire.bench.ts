/**
 * The chat in a real editor (code-server in headless Chromium): from Enter in the message to the request on its socket,
 * as the extension host sees it. Beside it another extension's page that has nothing but a text field, whose host only calls
 * `fetch`: the part of the time that is the editor's. The hub is that of the demonstration. Takes about a minute. Needs
 * `npm run package`.
 */
import type { Locator } from "playwright-core";
import * as z from "zod/mini";

import { ConnectedEditor } from "../test/e2e/editor/connectedEditor.ts";
import { Probe } from "../test/e2e/editor/probe.ts";

const chatPath = "/hub/v1/chat/completions";
const barePath = "/healthz";
const samples = Number(process.env["AI_HUB_BENCH_REQUESTS"] ?? 40);
/** Messages before those that count: what a first one loads is another question. */
const warmUp = 3;
const goalMs = 15;

const entersSchema = z.array(z.number());

async function main(): Promise<void> {
  const connected = await ConnectedEditor.start({
    name: "chatWire",
    install: "zip",
    hasProbe: true,
    files: { "notes.md": "# Notes\n" },
  });
  try {
    const probe = new Probe(connected.editor.workspace);
    const workbench = await connected.editor.openWindow();
    const chat = await workbench.openChat();
    await probe.ask("barePage", { url: `${connected.hub.url}${barePath}` });
    const bare = workbench.page
      .frameLocator('iframe.webview.ready[src*="extensionId=test.editor-probe"]')
      .frameLocator("iframe#active-frame")
      .getByLabel("Bare message");
    await watchEnter(chat.message);
    await watchEnter(bare);
    for (const path of [chatPath, barePath]) {
      await probe.ask("requests", { path });
    }
    for (let sample = 0; sample < samples + warmUp; sample += 1) {
      await chat.ask(`Say the number ${sample}`);
      await chat.waitForAnswer("complete");
      await bare.fill(`Say the number ${sample}`);
      await bare.press("Enter");
      await bare.press("Escape");
    }
    report(
      await timesOf(chat.message, await probe.ask("requests", { path: chatPath })),
      await timesOf(bare, await probe.ask("requests", { path: barePath })),
    );
  } finally {
    await connected.dispose();
  }
}

declare global {
  var enters: number[] | undefined;
}

/** Notes when the page of a text field gets each Enter, in milliseconds of the epoch. */
async function watchEnter(field: Locator): Promise<void> {
  await field.evaluate((element) => {
    const enters: number[] = [];
    globalThis.enters = enters;
    element.ownerDocument.addEventListener(
      "keydown",
      ({ key, timeStamp }) => {
        if (key === "Enter") {
          enters.push(performance.timeOrigin + timeStamp);
        }
      },
      { capture: true },
    );
  });
}

/** To each Enter belongs the first request after it; titles of conversations and others come later. Sorted. */
async function timesOf(
  field: Locator,
  sent: readonly { readonly at: number }[],
): Promise<readonly number[]> {
  const enters = entersSchema.parse(await field.evaluate(() => globalThis.enters));
  return enters
    .slice(warmUp)
    .map((enter) => (sent.find(({ at }) => at > enter)?.at ?? Number.NaN) - enter)
    .filter((ms) => ms < 1_000)
    .toSorted((a, b) => a - b);
}

function report(chat: readonly number[], bare: readonly number[]): void {
  console.table({
    "Enter → request on the wire": row(chat),
    "the same of a bare page, whose host only calls fetch": row(bare),
  });
  const isMet = atShare(chat, 0.5) <= goalMs;
  console.log(`${isMet ? "met" : "MISSED"}: p50 at most ${goalMs} ms`);
  process.exitCode = isMet && chat.length >= samples ? 0 : 1;
}

function row(times: readonly number[]): Record<string, string | number | undefined> {
  return {
    messages: times.length,
    "p10 ms": atShare(times, 0.1).toFixed(1),
    "p50 ms": atShare(times, 0.5).toFixed(1),
    "p95 ms": atShare(times, 0.95).toFixed(1),
    "longest ms": times.at(-1)?.toFixed(1),
  };
}

function atShare(times: readonly number[], share: number): number {
  return times[Math.floor(times.length * share)] ?? Number.NaN;
}

await main();
