import type { AskedAct } from "../agent/run/agentEvents.ts";
import { type ApprovalRule, exactRules } from "../agent/trust/approvalRules.ts";
import type { Act } from "../agent/trust/levels.ts";
import { UsageError } from "./usageError.ts";

/** A rule of `--yes`: an act, everywhere, at one path or below one folder; of a command its very text. */
export interface ApprovalWord {
  readonly act: Act;
  readonly path: string | undefined;
}

/** What all `--yes` approve together. */
export interface Approvals {
  readonly words: readonly ApprovalWord[];
  readonly rules: readonly ApprovalRule[];
}

const acts: readonly Act[] = ["edit", "delete", "runnable", "outside"];

/**
 * Reads `edit`, `edit:src/`, `delete:old.ts`, `command:npm test` and `command-beginning:npm run`. A command becomes a
 * rule for each command of its chain; a text that is not plain enough for rules approves the very same text. Throws a
 * `UsageError`.
 */
export function readApprovals(texts: readonly string[]): Approvals {
  const read = texts.map(readApproval);
  return { words: read.flatMap(({ words }) => words), rules: read.flatMap(({ rules }) => rules) };
}

function readApproval(text: string): Approvals {
  const [, name = "", path] = /^([\w-]+)(?::(.+))?$/su.exec(text) ?? [];
  if (name === "command" || name === "command-beginning") {
    return commandApproval(name === "command" ? "exact" : "beginning", path);
  }
  const act = acts.find((one) => one === name);
  if (act === undefined) {
    const names = [...acts, "command", "command-beginning"].join(", ");
    throw new UsageError(`--yes takes ${names}, with a path if wanted, not ${text}`);
  }
  return { words: [{ act, path }], rules: [] };
}

function commandApproval(extent: ApprovalRule["extent"], script: string | undefined): Approvals {
  if (script === undefined) {
    throw new UsageError('--yes command: needs the whole command, as --yes "command:npm test"');
  }
  const rules = exactRules(script).map((rule) => ({ ...rule, extent }));
  if (extent === "beginning" && rules.length !== 1) {
    throw new UsageError("--yes command-beginning: takes the first words of one command.");
  }
  return { words: rules.length === 0 ? [{ act: "command", path: script }] : [], rules };
}

/** Whether the rules approve an act. What asks at every level needs a rule that names its file. */
export function approves(words: readonly ApprovalWord[], asked: AskedAct): boolean {
  const { paths, command, alwaysAsks = false } = asked;
  if (asked.taint !== undefined || asked.findings !== undefined) {
    return false;
  }
  if (command !== undefined) {
    return words.some(({ act, path }) => act === "command" && path === command);
  }
  return (
    paths.length > 0 &&
    paths.every((path) =>
      words.some((word) => {
        const isNamed = word.path === path;
        const isBelow = word.path?.endsWith("/") === true && path.startsWith(word.path);
        const isCovered = alwaysAsks ? isNamed : word.path === undefined || isNamed || isBelow;
        return word.act === asked.act && isCovered;
      }),
    )
  );
}
