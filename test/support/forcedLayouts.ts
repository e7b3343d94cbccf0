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
      args: z.optional(z.object({ elementCount: z.optional(z.number()) })),
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
  const spans = await spansDuring(page, work);
  const layouts = spans.filter(({ name }) => name === "Layout");
  const scripts = spans.filter(({ name }) => script.has(name));
  const forced = layouts.filter((layout) => scripts.some((one) => contains(one, layout)));
  return { all: layouts.length, forced: forced.length };
}

/** How many elements got a style while `work` ran; each as often as it did. */
export async function elementsStyledDuring(
  page: Page,
  work: () => Promise<unknown>,
): Promise<number> {
  const spans = await spansDuring(page, work);
  return spans
    .filter(({ name }) => name === "UpdateLayoutTree")
    .reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0);
}

async function spansDuring(
  page: Page,
  work: () => Promise<unknown>,
): Promise<readonly TraceEvent[]> {
  const browser = page.context().browser();
  if (!browser) {
    throw new Error("The page belongs to no browser that can trace it");
  }
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await work();
  const trace = await browser.stopTracing();
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString("utf8")));
  return traceEvents.filter(({ ph }) => ph === "X");
}

function contains(outer: TraceEvent, inner: TraceEvent): boolean {
  return (
    outer.pid === inner.pid &&
    outer.tid === inner.tid &&
    outer.ts <= inner.ts &&
    inner.ts + (inner.dur ?? 0) <= outer.ts + (outer.dur ?? 0)
  );
}
