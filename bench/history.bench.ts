/**
 * The history after years of use: time until the list and the first search results, in a fresh
 * process, and time to open a conversation of 50 MB. The floor of a search is one read of all files
 * with a search for the bytes.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";

import { ConversationFiles } from "../src/extension/storage/conversationFiles.ts";
import { formatRecord, headerLine } from "../src/extension/storage/conversationRecords.ts";
import type { ChatEvent } from "../src/shared/conversation/conversation.ts";
import { begun } from "./exchange.ts";

const conversations = 10_000;
const rounds = 5;
const bigBytes = 50_000_000;
/** Limit for the list and for a search's first results. */
const goalMs = 200;
/** Limit for the longest time in which nothing else can run. */
const stallGoalMs = 50;
/** Limit to open the end of the big conversation. */
const openGoalMs = 1_000;

const vocabulary = Array.from({ length: 4_000 }, (_, index) => wordOf(index));

let seed = 42;

function random(limit: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed % limit;
}

function wordOf(index: number): string {
  const syllables = ["ca", "ção", "ter", "mi", "no", "lo", "pre", "tur", "ex", "sim", "ba", "que"];
  let rest = index + 7;
  let word = "";
  while (rest > 0) {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  }
  return word;
}

function textOf(words: number): string {
  return Array.from({ length: words }, () => vocabulary[random(vocabulary.length)]).join(" ");
}

/** Two to six exchanges with answers in streamed chunks: about 12 KB. */
function* events(index: number, exchanges = 2 + random(5)): Generator<ChatEvent> {
  const at = Date.UTC(2026, 0, 1) + index * 60_000;
  yield { kind: "titled", title: `${textOf(4)} ${index}` };
  let parentId: string | null = null;
  for (let turn = 0; turn < exchanges; turn += 1) {
    const messageId = `a${turn}`;
    yield* begun({
      questionId: `u${turn}`,
      messageId,
      parentId,
      createdAt: at + turn,
      question: textOf(30),
      model: `model-${index % 7}`,
    });
    for (let piece = 0; piece < 6; piece += 1) {
      yield { kind: "partDelta", messageId, part: "text", text: `${textOf(40)} ` };
    }
    yield { kind: "usageReported", messageId, usage: { cost: "0.01", currency: "BRL" } };
    yield { kind: "answerEnded", messageId, state: "complete" };
    parentId = messageId;
  }
}

async function writeConversation(folder: string, index: number, exchanges?: number): Promise<void> {
  const id = `c${index}`;
  let number = 0;
  const lines = [...events(index, exchanges)].map((event) =>
    formatRecord({ event }, "bench", (number += 1)),
  );
  if (index === 0) {
    lines.push(formatRecord({ event: needleEvent }, "bench", (number += 1)));
  }
  await appendFile(join(folder, `${id}.jsonl`), headerLine(id, "shop") + lines.join(""));
}

/** Only the oldest conversation contains it. */
const needleEvent: ChatEvent = {
  kind: "userMessageAdded",
  message: {
    role: "user",
    id: "needle",
    parentId: null,
    createdAt: 1,
    text: "the wyvernkey stands here",
    attachments: [],
  },
};

/** Wall-clock and CPU time, in milliseconds; CPU time says more on a shared machine. */
interface Time {
  readonly ms: number;
  readonly cpu: number;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function time(work: () => Promise<unknown>): Promise<Time> {
  const start = performance.now();
  const cpuStart = cpuMs();
  await work();
  return { ms: performance.now() - start, cpu: cpuMs() - cpuStart };
}

async function medianOf(work: () => Promise<unknown>): Promise<Time> {
  const times: Time[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await time(work));
  }
  return { ms: median(times.map(({ ms }) => ms)), cpu: median(times.map(({ cpu }) => cpu)) };
}

/** As in a window that was just opened: nothing is in memory yet. */
async function firstHits(
  folder: string,
  text: string,
  wanted: number,
  { library } = new ConversationFiles(folder),
): Promise<number> {
  const entries = (await library.entries()).toSorted((a, b) => b.updatedAt - a.updatedAt);
  let found = 0;
  for await (const hit of library.search(text, entries)) {
    found += hit ? 1 : 0;
    if (found === wanted) {
      break;
    }
  }
  return found;
}

function grep(folder: string, text: string): number {
  const bytes = Buffer.from(text);
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return names.filter((name) => readFileSync(join(folder, name)).includes(bytes)).length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** How long the work took, and the longest time in which it blocked the event loop. */
async function stallOf(
  work: () => Promise<unknown>,
): Promise<{ readonly all: Time; readonly longest: Time }> {
  let last = { ms: performance.now(), cpu: cpuMs() };
  let longest: Time = { ms: 0, cpu: 0 };
  const timer = setInterval(() => {
    const now = { ms: performance.now(), cpu: cpuMs() };
    longest = {
      ms: Math.max(longest.ms, now.ms - last.ms),
      cpu: Math.max(longest.cpu, now.cpu - last.cpu),
    };
    last = now;
  }, 1);
  const all = await time(work);
  clearInterval(timer);
  return { all, longest };
}

const rows: Record<string, string | number>[] = [];

function addRow(what: string, { ms, cpu }: Time, goal = ""): void {
  rows.push({ what, ms: Number(ms.toFixed(1)), cpu: Number(cpu.toFixed(1)), goal });
}

const folder = mkdtempSync(join(tmpdir(), "ai-hub-bench-"));
try {
  for (let index = 0; index < conversations; index += 1) {
    await writeConversation(folder, index);
  }
  const open = (): ConversationFiles => new ConversationFiles(folder);
  const madeList = await stallOf(() => open().library.entries());
  addRow("list of 10,000, index made from the files", madeList.all);
  addRow("longest stall meanwhile", madeList.longest, `≤ ${stallGoalMs}`);
  const madeSearch = await stallOf(() => firstHits(folder, "wyvernkey", 2));
  addRow("search, its index made from the files", madeSearch.all);
  addRow("longest stall meanwhile", madeSearch.longest, `≤ ${stallGoalMs}`);
  addRow("list of 10,000", await medianOf(() => open().library.entries()), `≤ ${goalMs}`);
  const known = open();
  await known.library.entries();
  addRow("list of 10,000 again", await medianOf(() => known.library.entries()), `≤ ${goalMs}`);
  for (const [what, text, wanted] of [
    ["frequent word, first 30", vocabulary[900] ?? "", 30],
    ["two frequent words, first 30", `${vocabulary[900]} ${vocabulary[901]}`, 30],
    ["two letters, first 30", "çã", 30],
    ["a word of the oldest only, its one result", "wyvernkey", 1],
    ["a word that nobody wrote, all", "hippogriffon", 1],
  ] as const) {
    await firstHits(folder, text, wanted, known);
    const ms = await medianOf(() => firstHits(folder, text, wanted, known));
    addRow(`search: ${what}`, ms, `≤ ${goalMs}`);
    const first = await medianOf(() => firstHits(folder, text, wanted));
    addRow(`the same, the first in a new window`, first);
  }
  addRow(
    "floor: all files read and searched for bytes",
    await medianOf(async () => await Promise.resolve(grep(folder, "wyvernkey"))),
  );
  const searched = await stallOf(() => firstHits(folder, "hippogriffon", 1));
  addRow("longest stall while listing and searching", searched.longest, `≤ ${stallGoalMs}`);

  const big = mkdtempSync(join(folder, "big-"));
  await writeConversation(big, 0, 100);
  const bytesPerExchange = statSync(join(big, "c0.jsonl")).size / 100;
  await writeConversation(big, 1, Math.ceil(bigBytes / bytesPerExchange));
  const size = statSync(join(big, "c1.jsonl")).size;
  const openBig = (): Promise<unknown> => new ConversationFiles(big).load("c1");
  addRow(
    `the last messages of a conversation of ${(size / 1e6).toFixed(0)} MB`,
    await medianOf(() => new ConversationFiles(big).loadEnd("c1")),
    `≤ ${openGoalMs}`,
  );
  addRow("all of it", await medianOf(openBig));
  addRow("longest stall while it opens", (await stallOf(openBig)).longest);
  addRow(
    "floor: read and JSON.parse each of its lines",
    await medianOf(async () => {
      const lines = readFileSync(join(big, "c1.jsonl"), "utf8").split("\n");
      return await Promise.resolve(
        lines.map((line): unknown => (line === "" ? undefined : JSON.parse(line))),
      );
    }),
  );
  console.table(rows);
  console.log(`Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}`);
} finally {
  rmSync(folder, { recursive: true });
}
