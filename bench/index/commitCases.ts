import type { Commit } from "../../src/codeIndex/segments/history.ts";
import { languageOf } from "../../src/codeIndex/text/definitionPatterns.ts";
import { kindsOfPath } from "../../src/codeIndex/text/fileKinds.ts";
import { git, type Repository } from "./repositories.ts";

/** A question with the files, and for some the line, that answer it. */
export interface Case {
  readonly query: string;
  readonly gold: readonly string[];
  /** From 1. */
  readonly line?: number;
  /** The function that the question is about. */
  readonly name?: string;
}

const maxCases = 80;
const chore =
  /\b(?:release|bump|version|changelog|upgrade|dependenc\w*|deps|renovate|dependabot|docs?|documentation|readme|typos?|format\w*|lint\w*|prettier|eslint|rustfmt|gofmt|clippy|ci|travis|github actions?|workflows?|copyright|license|merge|revert|translat\w*|spelling|whitespace|sponsors?)\b/iu;
const prefix = /^(?:\w+(?:\([^)]*\))?!?:|\[[^\]]*\])\s*/u;
const issue = /\s*\(?(?:(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|gh|see|ref[s]?)[\s:]*)?#\d+\)?/giu;

/** Subjects of later commits, each with the source files that it changed. */
export function commitCases({ folder, commit, files }: Repository): readonly Case[] {
  const found = logOf(folder, [`${commit}..HEAD`, "--diff-filter=AMD", "--name-status"]).flatMap(
    ({ subject, changes }): readonly Case[] => {
      const query = subject.replace(prefix, "").replaceAll(issue, "").trim();
      const isUsable = query.split(/\s+/u).length >= 4 && !chore.test(subject);
      const source = changes.filter(({ path }) => isSource(path));
      const gold = source.filter(({ path, kind }) => kind === "M" && files.has(path));
      const isClear = gold.length >= 1 && gold.length <= 3 && gold.length === source.length;
      return isUsable && isClear ? [{ query, gold: gold.map(({ path }) => path) }] : [];
    },
  );
  return spread(found, maxCases);
}

/** The commits until the frozen one, the newest first, for the history field. */
export function commitsBefore({ folder, commit }: Repository): readonly Commit[] {
  return logOf(folder, [commit, "--diff-filter=AM", "--name-status", "--max-count=2000"]).map(
    ({ subject, changes }) => ({ subject, paths: changes.map(({ path }) => path) }),
  );
}

/** Evenly spread over a list. */
export function spread<T>(list: readonly T[], limit: number): readonly T[] {
  const step = list.length / limit;
  return step <= 1
    ? list
    : Array.from({ length: limit }, (_, index) => list[Math.floor(index * step)]).filter(
        (item): item is T => item !== undefined,
      );
}

/** Whether a path is source code that is neither test nor documentation, example or measurement. */
export function isSource(path: string): boolean {
  const language = languageOf(path);
  return language !== undefined && language !== "generic" && (kindsOfPath(path) & 15) === 0;
}

interface LoggedCommit {
  readonly subject: string;
  readonly changes: readonly { readonly kind: string; readonly path: string }[];
}

function logOf(folder: string, args: readonly string[]): readonly LoggedCommit[] {
  const format = "--pretty=format:%x01%s";
  return git(folder, ["log", "--no-merges", "--no-renames", format, ...args])
    .toString("utf8")
    .split("\u0001")
    .slice(1)
    .map((record) => {
      const [subject = "", ...lines] = record.split("\n");
      const changes = lines
        .map((line) => line.split("\t"))
        .flatMap(([kind = "", path]) => (path === undefined ? [] : [{ kind, path }]));
      return { subject, changes };
    });
}
