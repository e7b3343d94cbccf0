import { priorOf } from "../src/codeIndex/ranking/prior.ts";
/**
 * Code search: questions whose answers are known, in the repositories below `AI_HUB_BENCH_REPOS` (git directories named
 * `<owner>+<name>`; nothing is downloaded), those that the index is tuned on apart from others, beside three other ways to search; then speed, on a generated corpus of
 * 10,000 files. Without repositories only the speed is measured. Scores are means over the repositories.
 */
import { parseQuery } from "../src/codeIndex/ranking/query.ts";
import { kindsOfPath } from "../src/codeIndex/text/fileKinds.ts";
import { estimateTokens } from "../src/shared/text/tokenEstimate.ts";
import {
  type Baseline,
  type Found,
  keywordCount,
  plainBm25,
  TrigramSearch,
} from "./index/baselines.ts";
import { type Case, commitCases, commitsBefore } from "./index/commitCases.ts";
import { reportDefinitionRecall } from "./index/definitionRecall.ts";
import { docCases } from "./index/docCases.ts";
import { meanOf, type Score, scoreOf } from "./index/measures.ts";
import { buildIndex, hitsOf } from "./index/ourIndex.ts";
import { portuguese } from "./index/portuguese.ts";
import { repositoriesIn, type Repository } from "./index/repositories.ts";
import { measureSpeed } from "./index/speed.ts";

const maxTokens = 4_000;
/** As many excerpts as `@codebase` asks for. */
const limit = 24;

/** Finds texts for a question, the best first. */
type Ask = (query: string) => Promise<readonly Found[]>;

interface Row {
  readonly task: string;
  readonly way: string;
  readonly cases: number;
  readonly score: Score;
  /** Share of questions with a right file in the first 4,000 tokens. */
  readonly withinTokens: number;
  /** Share of questions about a line with that line among the first five spans. */
  readonly withLine: number;
  /** Of the questions whose right file is first, share with their line among that file's first five spans. */
  readonly withLineOfFirst: number;
}

const root = process.env["AI_HUB_BENCH_REPOS"];
const repositories = root === undefined ? [] : repositoriesIn(root);
if (repositories.length === 0) {
  console.log("No repositories below AI_HUB_BENCH_REPOS: only the speed is measured.");
} else {
  console.log(repositories.map(({ name, commit }) => `${name} ${commit}`).join("\n"));
  for (const isDeveloped of [true, false]) {
    const rows: Row[] = [];
    for (const repository of repositories.filter((one) => one.isDeveloped === isDeveloped)) {
      rows.push(...(await rowsOf(repository)));
    }
    if (rows.length > 0) {
      console.log(isDeveloped ? "Tuned on these:" : "Never tuned on these:");
      report(rows);
    }
  }
  reportDefinitionRecall(repositories);
}
await measureSpeed();

async function rowsOf(repository: Repository): Promise<readonly Row[]> {
  const { files } = repository;
  const history = commitsBefore(repository);
  const commits = commitCases(repository);
  const docs = docCases(files);
  return [
    ...(await rowsOfTask("commit → files", commits, files, history)),
    ...(await rowsOfTask("doc → function", docs.cases, docs.blanked, history)),
    ...(await portugueseRows(commits, files, history)),
    ...(await portugueseRows(docs.cases, docs.blanked, history)),
  ];
}

type History = ReturnType<typeof commitsBefore>;

async function rowsOfTask(
  task: string,
  cases: readonly Case[],
  files: ReadonlyMap<string, string>,
  history: History,
): Promise<readonly Row[]> {
  using trigrams = new TrigramSearch(files);
  const baselines: readonly Baseline[] = [keywordCount(files), plainBm25(files), trigrams];
  const rows: Row[] = [];
  for (const baseline of baselines) {
    const plain: Ask = (query) => Promise.resolve(baseline.find(query));
    rows.push(await rowOf({ task, way: baseline.name }, cases, plain));
    const weighed: Ask = (query) => Promise.resolve(withPrior(query, baseline.find(query)));
    rows.push(await rowOf({ task, way: `${baseline.name} + prior` }, cases, weighed));
  }
  const index = buildIndex(files, history);
  const ask: Ask = (query) => hitsOf(index, files, query, limit);
  rows.push(await rowOf({ task, way: "AI Hub" }, cases, ask));
  const bare = buildIndex(files, []);
  rows.push(
    await rowOf({ task, way: "AI Hub without Git" }, cases, (query) =>
      hitsOf(bare, files, query, limit),
    ),
  );
  return rows;
}

async function portugueseRows(
  all: readonly Case[],
  files: ReadonlyMap<string, string>,
  history: History,
): Promise<readonly Row[]> {
  const index = buildIndex(files, history);
  const ask: Ask = (query) => hitsOf(index, files, query, limit);
  const cases = all.flatMap((one) =>
    portuguese
      .filter(([english]) => english === one.query)
      .map(([, query]) => ({ english: one, translated: { ...one, query } })),
  );
  const task = "Portuguese";
  return cases.length === 0
    ? []
    : [
        await rowOf(
          { task, way: "AI Hub, in English" },
          cases.map(({ english }) => english),
          ask,
        ),
        await rowOf(
          { task, way: "AI Hub" },
          cases.map(({ translated }) => translated),
          ask,
        ),
      ];
}

function withPrior(query: string, found: readonly Found[]): readonly Found[] {
  const parsed = parseQuery(query);
  return found
    .map((one) => ({ ...one, score: one.score * priorOf(one.path, kindsOfPath(one.path), parsed) }))
    .toSorted((a, b) => b.score - a.score);
}

async function rowOf(
  names: Pick<Row, "task" | "way">,
  cases: readonly Case[],
  ask: Ask,
): Promise<Row> {
  const scores: Score[] = [];
  let [within, lines, asked, firsts, linesOfFirst] = [0, 0, 0, 0, 0];
  for (const { query, gold, line } of cases) {
    const found = await ask(query);
    scores.push(
      scoreOf(
        found.map(({ path }) => path),
        gold,
      ),
    );
    within += isWithin(found, gold) ? 1 : 0;
    if (line !== undefined) {
      asked += 1;
      lines += hasLine(found.slice(0, 5), gold, line) ? 1 : 0;
      const first = found[0]?.path ?? "";
      if (gold.includes(first)) {
        firsts += 1;
        linesOfFirst += hasLine(found.slice(0, 5), [first], line) ? 1 : 0;
      }
    }
  }
  return {
    ...names,
    cases: cases.length,
    score: meanOf(scores),
    withinTokens: within / Math.max(1, cases.length),
    withLine: lines / Math.max(1, asked),
    withLineOfFirst: linesOfFirst / Math.max(1, firsts),
  };
}

function isWithin(found: readonly Found[], gold: readonly string[]): boolean {
  let tokens = 0;
  for (const { path, text } of found) {
    tokens += estimateTokens(text);
    if (tokens > maxTokens) {
      return false;
    }
    if (gold.includes(path)) {
      return true;
    }
  }
  return false;
}

function hasLine(found: readonly Found[], gold: readonly string[], line: number): boolean {
  return found.some((hit) => {
    const { path, startLine, endLine } = { startLine: 1, endLine: 0, ...hit };
    return gold.includes(path) && startLine <= line && line <= endLine;
  });
}

/** Means over the repositories, but over all questions for the few in Portuguese. */
function report(rows: readonly Row[]): void {
  const keys = [...new Set(rows.map(({ task, way }) => `${task}\n${way}`))];
  console.table(
    keys.map((key) => {
      const [task = "", way = ""] = key.split("\n");
      const own = rows.filter((row) => row.task === task && row.way === way);
      const cases = own.reduce((sum, row) => sum + row.cases, 0);
      const mean = (value: (row: Row) => number): string => {
        const all = own.reduce((sum, row) => sum + weightOf(row), 0);
        return (own.reduce((sum, row) => sum + weightOf(row) * value(row), 0) / all).toFixed(3);
      };
      return {
        task,
        way,
        questions: cases,
        MRR: mean(({ score }) => score.mrr),
        "hit@1": mean(({ score }) => score.hitAt1),
        "recall@10": mean(({ score }) => score.recallAt10),
        "in 4,000 tokens": mean(({ withinTokens }) => withinTokens),
        "line in 5 spans": mean(({ withLine }) => withLine),
        "line where the file is first": mean(({ withLineOfFirst }) => withLineOfFirst),
      };
    }),
  );
}

function weightOf({ task, cases }: Row): number {
  return task === "Portuguese" ? cases : 1;
}
