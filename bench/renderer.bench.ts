/**
 * Streams Markdown into our renderer and others in headless Chromium and prints one table.
 *
 *   node bench/renderer.bench.ts [--quick] [--only <part of a case's name>] [--rounds <n>] [--even]
 *
 * Candidates are interleaved; each one's best round counts. "Main thread" is Chromium's count of
 * the time that the page's main thread was busy, divided by that of the floor: the same text
 * appended as plain text nodes, one block for each paragraph. A renderer that falls behind draws
 * less often, which makes its time smaller; with `--even` each frame has the same text for all.
 */
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { build } from "esbuild";
import { chromium, type CDPSession, type Page } from "playwright-core";

import { browserArgs, findBrowser } from "../scripts/browser.ts";
import { root } from "../scripts/paths.ts";
import { mixedText, singleBlocks, toDeltas, withoutLanguages } from "./renderer/corpus.ts";
import type { RendererName, RunRenderer, RunResult } from "./renderer/page.ts";

declare global {
  // eslint-disable-next-line no-var -- only `var` declares a property of the global object.
  var runRenderer: RunRenderer;
}

const KB = 1024;
const html = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/style.css">
<script type="module" src="/page.js"></script><body>`;

interface Candidate {
  readonly label: string;
  readonly name: RendererName;
  readonly text: string;
}

interface Case {
  readonly name: string;
  readonly perSecond: number;
  readonly maxSeconds: number;
  readonly rounds: number;
  readonly candidates: readonly Candidate[];
}

interface Outcome extends RunResult {
  readonly busyMs: number;
}

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    rounds: { type: "string" },
    even: { type: "boolean", default: false },
  },
});

const cases = [mixedCase(), ...(flags.quick ? [] : [largeCase()]), ...singleCases()].filter(
  ({ name }) => name.includes(flags.only),
);
const { page, close } = await openPage();
const session = await page.context().newCDPSession(page);
// CPU time of the thread, so that other programs on the machine do not count.
await session.send("Performance.enable", { timeDomain: "threadTicks" });
for (const one of cases) {
  await runCase(one);
}
await close();

function mixedCase(): Case {
  const text = mixedText(100 * KB);
  const plain = withoutLanguages(text);
  const peers: readonly RendererName[] = flags.quick
    ? ["streaming-markdown"]
    : [
        "streaming-markdown",
        "marked + innerHTML",
        "react-markdown, memoised blocks",
        "react-markdown",
      ];
  return {
    name: "100 KB, 1,000 deltas/s",
    perSecond: 1000,
    maxSeconds: 40,
    rounds: flags.quick ? 1 : 3,
    candidates: [
      { label: "floor", name: "floor", text: plain },
      { label: "ours, plain", name: "ours", text: plain },
      { label: "ours, highlighted", name: "ours", text },
      ...peers.map((name) => ({ label: name, name, text: plain })),
    ],
  };
}

function largeCase(): Case {
  const text = mixedText(1024 * KB);
  const plain = withoutLanguages(text);
  return {
    name: "1 MB, 3,600 deltas/s",
    perSecond: 3600,
    maxSeconds: 60,
    rounds: 3,
    candidates: [
      { label: "floor", name: "floor", text: plain },
      { label: "ours, plain", name: "ours", text: plain },
      { label: "ours, highlighted", name: "ours", text },
      { label: "streaming-markdown", name: "streaming-markdown", text: plain },
    ],
  };
}

function singleCases(): Case[] {
  return Object.entries(singleBlocks).map(([name, text]) => {
    const plain = withoutLanguages(text);
    const highlighted: readonly Candidate[] =
      plain === text ? [] : [{ label: "ours, highlighted", name: "ours", text }];
    return {
      name: `${name} of 100 KB, 3,600 deltas/s`,
      perSecond: 3600,
      maxSeconds: 30,
      rounds: flags.quick ? 1 : 3,
      candidates: [
        { label: "floor", name: "floor", text: plain },
        { label: "ours", name: "ours", text: plain },
        ...highlighted,
        { label: "streaming-markdown", name: "streaming-markdown", text: plain },
      ],
    };
  });
}

async function runCase({ name, perSecond, maxSeconds, rounds, candidates }: Case): Promise<void> {
  const best = new Map<string, Outcome>();
  for (let left = Number(flags.rounds ?? rounds); left > 0; left -= 1) {
    for (const { label, name: renderer, text } of candidates) {
      const outcome = await measure(page, session, {
        name: renderer,
        deltas: toDeltas(text),
        perSecond,
        maxSeconds: flags.even ? Infinity : maxSeconds,
        isEven: flags.even,
      });
      const known = best.get(label);
      if (!known || outcome.busyMs < known.busyMs) {
        best.set(label, outcome);
      }
    }
  }
  printTable(name, best);
}

async function measure(
  target: Page,
  cdp: CDPSession,
  options: Parameters<RunRenderer>[0],
): Promise<Outcome> {
  await cdp.send("HeapProfiler.collectGarbage");
  const before = await busySeconds(cdp);
  const result = await target.evaluate((given) => runRenderer(given), options);
  const busyMs = 1000 * ((await busySeconds(cdp)) - before);
  return { ...result, busyMs };
}

async function busySeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}

function printTable(name: string, outcomes: ReadonlyMap<string, Outcome>): void {
  const floor = outcomes.get("floor")?.busyMs ?? Number.NaN;
  const rival = outcomes.get("streaming-markdown")?.busyMs ?? Number.NaN;
  console.log(`\n${name}`);
  console.table(
    Object.fromEntries(
      Array.from(outcomes, ([label, outcome]) => [
        label,
        {
          "main thread, ms": Math.round(outcome.busyMs),
          "÷ floor": round(outcome.busyMs / floor),
          "÷ streaming-markdown": round(outcome.busyMs / rival),
          "push p95, ms": round(quantile(outcome.pushes, 0.95)),
          "push p99, ms": round(quantile(outcome.pushes, 0.99)),
          growth: round(growth(outcome.pushes)),
          "frame p95, ms": round(quantile(outcome.frames, 0.95)),
          "long tasks": outcome.longTasks,
          whole: outcome.isWhole ? `${round(outcome.seconds)} s` : "fell behind",
        },
      ]),
    ),
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** How much slower pushes become: mean of the last tenth over mean of the first tenth. */
function growth(values: readonly number[]): number {
  const tenth = Math.max(1, Math.floor(values.length / 10));
  return mean(values.slice(-tenth)) / mean(values.slice(0, tenth));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function openPage(): Promise<{ page: Page; close: () => Promise<void> }> {
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new Error("No browser of the Chromium family was found");
  }
  const files = await bundle();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const type = path.endsWith(".css") ? "text/css" : "text/javascript";
    response.setHeader("content-type", path === "/" ? "text/html" : type);
    response.end(path === "/" ? html : files.get(path));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const browser = await chromium.launch({ executablePath, args: [...browserArgs] });
  const opened = await browser.newPage({ viewport: { width: 460, height: 860 } });
  opened.on("pageerror", (error) => console.error(error));
  await opened.goto(`http://127.0.0.1:${portOf(server)}/`);
  await opened.waitForFunction(() => "runRenderer" in globalThis);
  return {
    page: opened,
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

async function bundle(): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: {
      page: join(root, "bench/renderer/page.ts"),
      style: join(root, "src/webview/markdown/markdown.css"),
    },
    outdir: "/out",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2023",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
    logLevel: "error",
  });
  return new Map(outputFiles.map(({ path, contents }) => [path.slice("/out".length), contents]));
}
