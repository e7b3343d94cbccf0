import type { Page } from "playwright-core";

declare global {
  var longTasks: number;
}

/** What a page's main thread did, in whole milliseconds of processor time, and its tasks of 50 ms and more. */
export interface MainThreadCosts {
  readonly "all, ms": number;
  readonly "script, ms": number;
  readonly "layout and style, ms": number;
  readonly "long tasks": number;
}

/** Processor time of the page's main thread while `work` runs, with that of frames which share its process. */
export async function costsOf(page: Page, work: () => Promise<unknown>): Promise<MainThreadCosts> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.evaluate(() => {
    globalThis.longTasks = 0;
    const observer = new PerformanceObserver((list) => {
      globalThis.longTasks += list.getEntries().length;
    });
    observer.observe({ type: "longtask" });
  });
  const read = async (): Promise<ReadonlyMap<string, number>> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  const before = await read();
  await work();
  const after = await read();
  const spent = (name: string): number =>
    Math.round(1000 * ((after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN)));
  return {
    "all, ms": spent("TaskDuration"),
    "script, ms": spent("ScriptDuration"),
    "layout and style, ms": spent("LayoutDuration") + spent("RecalcStyleDuration"),
    "long tasks": await page.evaluate(() => globalThis.longTasks),
  };
}
