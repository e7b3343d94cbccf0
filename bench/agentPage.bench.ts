/**
 * The chat's page while an agent does 500 steps in one answer, 50 edits and 100 commands among them, ten steps a second:
 * long tasks (over 50 ms), frames, the main thread, elements and heap, for each hundred. A page that slows down shows it
 * from row to row. Needs `npm run build`; the page is the built one, in headless Chromium.
 */
import type { CDPSession, Page } from "playwright-core";

import { openChat } from "../test/support/fakeHost/chatPage.ts";
import { hostOf } from "../test/support/fakeHost/hostHandle.ts";
import { pages } from "../test/support/pages/pages.ts";
import { agentState, run, working } from "../test/webview/agent/agentScenes.ts";
import { type Post, stepsOf } from "./agents/longRun.ts";

const stepMs = 100;
const block = 100;
const steps = Number(process.argv[2] ?? 500);

interface Watched {
  readonly longTasks: number;
  readonly frames: readonly number[];
}

async function main(): Promise<void> {
  try {
    const { page } = await openChat({ snapshot: working([]), width: 420, height: 800 });
    await hostOf(page).tell("showAgent", agentState({ run }));
    await page.locator(".run-bar, .runBar, [class*=run]").first().waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const rows = [];
    for (let from = 0; from < steps; from += block) {
      rows.push(await measure(page, session, from));
    }
    console.table(rows);
  } finally {
    await pages.close();
  }
}

async function measure(page: Page, session: CDPSession, from: number): Promise<object> {
  const before = await costs(session);
  const watched = await page.evaluate(play, { posts: stepsOf(from, from + block), stepMs });
  const after = await costs(session);
  await session.send("HeapProfiler.collectGarbage");
  const frames = watched.frames.toSorted((a, b) => a - b);
  return {
    steps: `${from} to ${from + block}`,
    "long tasks": watched.longTasks,
    goal: 0,
    "frame p95, ms": Math.round(frames[Math.floor(frames.length * 0.95)] ?? Number.NaN),
    ...Object.fromEntries(
      Object.entries(after).map(([name, cost]) => [
        `${name}, ms a step`,
        (((cost - (before[name] ?? 0)) * 1_000) / block).toFixed(1),
      ]),
    ),
    elements: await metric(session, "Nodes"),
    "heap, MB": ((await metric(session, "JSHeapUsedSize")) / 1e6).toFixed(1),
  };
}

/** Runs in the page: makes the posts in its time, spread over each step, and watches its frames. */
async function play(given: {
  readonly posts: readonly (readonly Post[])[];
  readonly stepMs: number;
}): Promise<Watched> {
  let longTasks = 0;
  const frames: number[] = [];
  const observer = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length;
  });
  observer.observe({ type: "longtask" });
  let last = performance.now();
  let isOver = false;
  const frame = (now: number): void => {
    frames.push(now - last);
    last = now;
    if (!isOver) {
      requestAnimationFrame(frame);
    }
  };
  requestAnimationFrame(frame);
  for (const step of given.posts) {
    for (const post of step) {
      if ("events" in post) {
        fakeHost.emit(...post.events);
      } else {
        fakeHost.tell(post.method, post.params);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, given.stepMs / step.length);
      });
    }
  }
  isOver = true;
  observer.disconnect();
  return { longTasks, frames };
}

/** Seconds of the main thread so far, in all and for its largest parts. */
async function costs(session: CDPSession): Promise<Readonly<Record<string, number>>> {
  return {
    all: await metric(session, "TaskDuration"),
    script: await metric(session, "ScriptDuration"),
    style: await metric(session, "RecalcStyleDuration"),
    layout: await metric(session, "LayoutDuration"),
  };
}

async function metric(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}

await main();
