/**
 * The editor's own chat beside ours, in one window of a real editor (code-server in headless Chromium), with the same
 * answers of the same hub: one of 12 KB at 150 tokens a second, in turn, by the processor time of the window's main
 * thread, which has our page in it too; and short questions, from Enter to their request on the socket. The editor's chat
 * gets its text from an extension that does nothing else (test/fixtures/chatParticipant). Takes about seven minutes. Needs
 * `npm run package`.
 */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Locator, Page } from "playwright-core";

import { root } from "../scripts/paths.ts";
import { ConnectedEditor } from "../test/e2e/editor/connectedEditor.ts";
import { Probe } from "../test/e2e/editor/probe.ts";
import type { ChatView } from "../test/e2e/pages/chatView.ts";
import { costsOf, type MainThreadCosts } from "./mainThread.ts";
import { entersOf, watchEnter } from "./wire/enterMarks.ts";
import { after, row, sorted } from "./wire/times.ts";

const [rounds, questions, warmUp] = [3, 20, 3];
const [pacedModel, shortModel] = ["hub-script-long-paced", "hub-demo"];
const chatPath = "/hub/v1/chat/completions";
/** How often the end is looked for, and after what time an answer is stopped. */
const [lookMs, longestMs] = [2_000, 60_000];
const [goalMs, goalRatio] = [1_200, 0.2];

interface Side {
  /** Where a person writes. */
  readonly field: Locator;
  /** Chooses a model and writes a question, without sending it. */
  readonly write: (model: string) => Promise<void>;
  /** Whether the answer is still drawn. */
  readonly isDrawing: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
  /** The last answer. */
  readonly answer: Locator;
}

interface Sides {
  readonly ours: Side;
  readonly theirs: Side;
}

async function main(): Promise<void> {
  const connected = await ConnectedEditor.start({
    name: "editorChat",
    settings: { "chat.disableAIFeatures": false },
  });
  try {
    await measure(connected);
  } finally {
    await connected.dispose();
  }
}

async function measure({ editor, hub: { url, token } }: ConnectedEditor): Promise<void> {
  cpSync(
    join(root, "test", "fixtures", "chatParticipant"),
    join(editor.extensions, "test.chat-participant-1.0.0"),
    { recursive: true },
  );
  writeFileSync(join(editor.hubHome, "participant.json"), JSON.stringify({ url, token }));
  const probe = new Probe(editor.workspace);
  const workbench = await editor.openWindow();
  const sides = {
    ours: ourSide(await workbench.openChat()),
    theirs: await editorSide(workbench.page),
  };
  const isDrawn = report(await drawInTurn(workbench.page, sides));
  await probe.ask("requests", { path: chatPath });
  await askInTurn(sides);
  console.log("Short questions, from Enter to the request on its socket:");
  console.table({
    "AI Hub": row(await toWire(sides.ours, probe)),
    "the editor's own chat": row(await toWire(sides.theirs, probe)),
  });
  process.exitCode = isDrawn ? 0 : 1;
}

function ourSide(chat: ChatView): Side {
  return {
    field: chat.message,
    write: async (model) => {
      if ((await chat.model.getAttribute("title")) !== model) {
        await chat.chooseModel(model);
      }
      await chat.write("Say a number");
    },
    isDrawing: () => chat.log.locator('article[data-state="streaming"]').isVisible(),
    stop: () => chat.stop.click(),
    answer: chat.lastAnswer,
  };
}

async function editorSide(page: Page): Promise<Side> {
  const view = page.locator(".interactive-session");
  const field = view.locator(".chat-editor-container").getByRole("textbox");
  await page.keyboard.press("Control+Alt+I");
  await field.waitFor();
  // Its button names the model as soon as the participant's is there; until then it refuses every question.
  await view.getByText("Silent").waitFor();
  return {
    field,
    write: async (model) => {
      await field.focus();
      await page.keyboard.press("Control+A");
      await page.keyboard.type(`@hub ${model}`, { delay: 20 });
      await page.keyboard.press("Escape");
    },
    isDrawing: () => view.locator(".chat-response-loading").first().isVisible(),
    stop: () => field.press("Alt+Backspace"),
    answer: view.locator(".interactive-response").last(),
  };
}

interface Drawn extends MainThreadCosts {
  /** Undefined if it was stopped before. */
  readonly "from Enter to its end, s": number | undefined;
  /** How many of its headings were drawn. */
  readonly sections: number;
}

type DrawnBySide = Readonly<Record<keyof Sides, Drawn>>;

/** Each side's round in which it had the least work. */
async function drawInTurn(page: Page, sides: Sides): Promise<DrawnBySide> {
  const [ours, theirs]: [Drawn[], Drawn[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await draw(page, sides.ours));
    theirs.push(await draw(page, sides.theirs));
  }
  return { ours: leastOf(ours), theirs: leastOf(theirs) };
}

async function draw(page: Page, side: Side): Promise<Drawn> {
  await side.write(pacedModel);
  let tookMs: number | undefined;
  const costs = await costsOf(page, async () => {
    tookMs = await ask(side);
  });
  const text = (await side.answer.textContent()) ?? "";
  return {
    ...costs,
    "from Enter to its end, s": tookMs && Math.round(tookMs / 1_000),
    sections: new Set(text.match(/Section \d+/gu)).size,
  };
}

/** Sends what is written and waits for the answer's end; returns how long that took, undefined if it was stopped. */
async function ask({ field, isDrawing, stop }: Side): Promise<number | undefined> {
  const start = performance.now();
  await field.press("Enter");
  do {
    // One look each two seconds: to wait in the page would be its work too.
    await delay(lookMs);
    if (!(await isDrawing())) {
      return performance.now() - start;
    }
  } while (performance.now() - start < longestMs);
  await stop();
  return undefined;
}

function leastOf(costs: readonly Drawn[]): Drawn {
  const [least] = costs.toSorted((a, b) => drawingMs(a) - drawingMs(b));
  if (!least) {
    throw new Error("Nothing was measured");
  }
  return least;
}

function drawingMs(costs: MainThreadCosts): number {
  return costs["script, ms"] + costs["layout and style, ms"];
}

async function askInTurn(sides: Sides): Promise<void> {
  await watchEnter(sides.ours.field);
  await watchEnter(sides.theirs.field);
  for (let question = 0; question < questions + warmUp; question += 1) {
    for (const side of [sides.ours, sides.theirs]) {
      await side.write(shortModel);
      await ask(side);
    }
  }
}

/** The first request after each Enter. */
async function toWire({ field }: Side, probe: Probe): Promise<readonly number[]> {
  const sent = (await probe.ask("requests", { path: chatPath })).map(({ at }) => at);
  const enters = (await entersOf(field)).slice(warmUp);
  return sorted(
    enters.map((enter) => after(enter, sent) - enter),
    longestMs,
  );
}

function isWhole(drawn: Drawn): boolean {
  return drawn["from Enter to its end, s"] !== undefined && drawn.sections > 1;
}

/** Whether the goals are met. */
function report({ ours, theirs }: DrawnBySide): boolean {
  console.log(
    "An answer of 12 KB at 150 tokens a second, the best of three rounds; the editor's chat is stopped after a minute:",
  );
  const ratio = drawingMs(ours) / drawingMs(theirs);
  console.table({
    "AI Hub": {
      ...ours,
      "script and layout, ms": drawingMs(ours),
      "÷ the editor's": ratio.toFixed(2),
    },
    "the editor's own chat": {
      ...theirs,
      "script and layout, ms": drawingMs(theirs),
      "÷ the editor's": "1",
    },
  });
  const goals = [
    { goal: "all of the answer drawn", isMet: isWhole(ours) && ours.sections >= theirs.sections },
    { goal: `script and layout at most ${goalMs} ms`, isMet: drawingMs(ours) <= goalMs },
    { goal: `at most ${goalRatio} × the editor's own chat`, isMet: ratio <= goalRatio },
  ];
  for (const { goal, isMet } of goals) {
    console.log(`${isMet ? "met" : "MISSED"}: ${goal}`);
  }
  return goals.every(({ isMet }) => isMet);
}

await main();
