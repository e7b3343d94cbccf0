/**
 * The chat in a real editor (code-server in headless Chromium): from Enter in the message to the request on its socket,
 * as the extension host sees it, and from there to the first text of the answer in the page. The hub is that of the
 * demonstration. Takes about a minute. Needs `npm run package`.
 */
import * as z from "zod/mini";

import { ConnectedEditor } from "../test/e2e/editor/connectedEditor.ts";
import { Probe } from "../test/e2e/editor/probe.ts";
import type { ChatView } from "../test/e2e/pages/chatView.ts";

const path = "/hub/v1/chat/completions";
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
    await watchEnter(chat);
    await probe.ask("requests", { path });
    for (let sample = 0; sample < samples + warmUp; sample += 1) {
      await chat.ask(`Say the number ${sample}`);
      await chat.waitForAnswer("complete");
    }
    const enters = entersSchema.parse(await chat.region.evaluate(() => globalThis.enters));
    const sent = (await probe.ask("requests", { path })).map(({ at }) => at);
    report(enters.slice(warmUp), sent);
  } finally {
    await connected.dispose();
  }
}

declare global {
  var enters: number[] | undefined;
}

/** Notes when the page gets each Enter, in milliseconds of the epoch. */
async function watchEnter(chat: ChatView): Promise<void> {
  await chat.message.evaluate((element) => {
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

/** To each Enter belongs the first request after it; titles of conversations and others come later. */
function report(enters: readonly number[], sent: readonly number[]): void {
  const times = enters
    .map((enter) => (sent.find((at) => at > enter) ?? Number.NaN) - enter)
    .filter((ms) => ms < 1_000)
    .toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  console.table({
    "Enter → request on the wire": {
      messages: times.length,
      "p50 ms": at(0.5).toFixed(1),
      "p95 ms": at(0.95).toFixed(1),
      "longest ms": times.at(-1)?.toFixed(1),
    },
  });
  const isMet = at(0.5) <= goalMs;
  console.log(`${isMet ? "met" : "MISSED"}: p50 at most ${goalMs} ms`);
  process.exitCode = isMet && times.length >= samples ? 0 : 1;
}

await main();
