import type { Page } from "playwright-core";
import * as z from "zod/mini";

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      ts: z.number(),
      dur: z.optional(z.number()),
    }),
  ),
});

type TraceEvent = z.infer<typeof traceSchema>["traceEvents"][number];

/** Events of a trace in which the page's own code runs. */
const script: ReadonlySet<string> = new Set([
  "EvaluateScript",
  "EventDispatch",
  "FireAnimationFrame",
  "FunctionCall",
  "RunMicrotasks",
  "TimerFire",
  "v8.evaluateModule",
]);

/** How often the page was laid out while `work` ran, and how often because its code read a size. */
export interface Layouts {
  readonly all: number;
  readonly forced: number;
}

export async function layoutsDuring(page: Page, work: () => Promise<unknown>): Promise<Layouts> {
  const browser = page.context().browser();
  if (!browser) {
    throw new Error("The page belongs to no browser that can trace it");
  }
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await work();
  const trace = await browser.stopTracing();
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString("utf8")));
  const spans = traceEvents.filter(({ ph }) => ph === "X");
  const layouts = spans.filter(({ name }) => name === "Layout");
  const scripts = spans.filter(({ name }) => script.has(name));
  const forced = layouts.filter((layout) => scripts.some((one) => contains(one, layout)));
  return { all: layouts.length, forced: forced.length };
}

function contains(outer: TraceEvent, inner: TraceEvent): boolean {
  return (
    outer.pid === inner.pid &&
    outer.tid === inner.tid &&
    outer.ts <= inner.ts &&
    inner.ts + (inner.dur ?? 0) <= outer.ts + (outer.dur ?? 0)
  );
}
