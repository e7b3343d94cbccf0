/**
 * The chat in a real editor (code-server in headless Chromium): from Enter in the message to the request on its socket,
 * as the extension host sees it, and from the first piece of the answer's text there to its first words in a frame of the
 * page. Beside it another extension's page that has nothing but a text field and the answer's text, whose host only calls
 * `fetch`: the part of the time that is the editor's. The hub is that of the demonstration, whose first text comes 20 ms
 * after the question, while the page still draws that, and once more a slow one, whose first text comes as late as most
 * models'. Takes about three minutes. Needs `npm run package`.
 */
import type { Locator } from "playwright-core";
import * as z from "zod/mini";

import { ConnectedEditor } from "../test/e2e/editor/connectedEditor.ts";
import { Probe } from "../test/e2e/editor/probe.ts";
import type { ChatView } from "../test/e2e/pages/chatView.ts";
import { watchDrawings } from "./wire/drawingMarks.ts";
import { entersOf, watchEnter } from "./wire/enterMarks.ts";
import { after, atShare, row, sorted } from "./wire/times.ts";

/** With the first characters of an answer's text. */
const chatPiece = '"content":"[^"]';
const chatPath = "/hub/v1/chat/completions";
const barePath = "/healthz";
const samples = Number(process.env["AI_HUB_BENCH_REQUESTS"] ?? 40);
/** Messages before those that count: what a first one loads is another question. */
const warmUp = 3;
const [wireGoalMs, drawnGoalMs] = [15, 33];
/** Nothing of a message comes later; the next message does. */
const latestMs = 1_000;
/** Tokens a second with which the first words, three tokens, come after 0.4 s. */
const lateSpeed = 8;

/** In milliseconds, sorted. */
interface Times {
  readonly toWire: readonly number[];
  readonly toFrame: readonly number[];
}

async function main(): Promise<void> {
  report(await measure(), await measure(lateSpeed));
}

interface Measured {
  readonly chat: Times;
  readonly bare: Times;
}

/** With the demonstration's usual speed, or at so many tokens a second; such an answer is stopped after its first words. */
async function measure(demoSpeed?: number): Promise<Measured> {
  const connected = await ConnectedEditor.start({
    name: "chatWire",
    ...(demoSpeed !== undefined && { demoSpeed }),
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
    await chat.region.evaluate(watchDrawings);
    for (const path of [chatPath, barePath]) {
      await probe.ask("requests", { path });
      await probe.ask("firstPieces", { path, pattern: "" });
    }
    for (let sample = 0; sample < samples + warmUp; sample += 1) {
      await chat.ask(`Say the number ${sample}`);
      await (demoSpeed === undefined ? chat.waitForAnswer("complete") : stopAfterFirstWords(chat));
      await bare.fill(`Say the number ${sample}`);
      await bare.press("Enter");
      await bare.press("Escape");
    }
    return {
      chat: await timesOf(chat.message, probe, { path: chatPath, pattern: chatPiece }),
      bare: await timesOf(bare, probe, { path: barePath, pattern: "" }),
    };
  } finally {
    await connected.dispose();
  }
}

async function stopAfterFirstWords(chat: ChatView): Promise<void> {
  const coming = chat.log.locator('article[data-state="streaming"]');
  await coming.getByText("hub-demo").waitFor();
  await chat.stop.click();
  await chat.waitForAnswer("stopped");
}

/**
 * To each Enter belongs the first request after it, to that the first text, and to that the first frame; titles of
 * conversations and others come later.
 */
async function timesOf(
  field: Locator,
  probe: Probe,
  answers: { readonly path: string; readonly pattern: string },
): Promise<Times> {
  const enters = await entersOf(field);
  const drawings = z.array(z.number()).parse(await field.evaluate(() => globalThis.drawings));
  const sent = (await probe.ask("requests", answers)).map(({ at }) => at);
  const pieces = await probe.ask("firstPieces", answers);
  const counted = enters.slice(warmUp);
  const begun = counted.map((enter) => after(enter, pieces));
  return {
    toWire: sorted(
      counted.map((enter) => after(enter, sent) - enter),
      latestMs,
    ),
    toFrame: sorted(
      begun.map((piece) => after(piece, drawings) - piece),
      latestMs,
    ),
  };
}

function report({ chat, bare }: Measured, late: Measured): void {
  console.table({
    "Enter → request on the wire": row(chat.toWire),
    "the same of a bare page, whose host only calls fetch": row(bare.toWire),
    "first piece of the text, after 0.4 s → first words in a frame": row(late.chat.toFrame),
    "the same of the bare page": row(late.bare.toFrame),
    "first piece of the text, after 20 ms → first words in a frame": row(chat.toFrame),
    "the same of the bare page, beside it": row(bare.toFrame),
  });
  const goals = [
    {
      goal: `Enter → wire: p50 at most ${wireGoalMs} ms`,
      isMet: atShare(chat.toWire, 0.5) <= wireGoalMs,
    },
    {
      goal: `text after 0.4 s → frame: p95 at most ${drawnGoalMs} ms`,
      isMet: atShare(late.chat.toFrame, 0.95) <= drawnGoalMs,
    },
    {
      goal: `text after 20 ms → frame: p95 at most ${drawnGoalMs} ms`,
      isMet: atShare(chat.toFrame, 0.95) <= drawnGoalMs,
    },
  ];
  for (const { goal, isMet } of goals) {
    console.log(`${isMet ? "met" : "MISSED"}: ${goal}`);
  }
  const isWhole = [chat.toWire, chat.toFrame, late.chat.toFrame].every(
    ({ length }) => length >= samples,
  );
  process.exitCode = isWhole && goals.every(({ isMet }) => isMet) ? 0 : 1;
}

await main();
