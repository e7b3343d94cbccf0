import type { PlannedAct } from "../agent/tools/agentTool.ts";
import type { Act } from "../agent/trust/levels.ts";
import { UsageError } from "./usageError.ts";

/** A rule of `--yes`: an act, everywhere, at one path or below one folder; of a command its very text. */
export interface ApprovalWord {
  readonly act: Act;
  readonly path: string | undefined;
}

const acts: readonly Act[] = ["edit", "delete", "runnable", "outside", "command"];

/** Parses `edit`, `edit:src/` or `delete:old.ts`. Throws a `UsageError`. */
export function parseWord(text: string): ApprovalWord {
  const [, name = "", path] = /^(\w+)(?::(.+))?$/su.exec(text) ?? [];
  const act = acts.find((one) => one === name);
  if (act === undefined) {
    throw new UsageError(`--yes takes ${acts.join(", ")}, with a path if wanted, not ${text}`);
  }
  if (act === "command" && path === undefined) {
    throw new UsageError('--yes command: needs the whole command, as --yes "command:npm test"');
  }
  return { act, path };
}

/** Whether the rules approve an act. What asks at every level needs a rule that names its file. */
export function approves(words: readonly ApprovalWord[], planned: PlannedAct): boolean {
  const { act, paths, command, alwaysAsks = false } = planned;
  if (command !== undefined) {
    return words.some((word) => word.act === "command" && word.path === command);
  }
  return (
    paths.length > 0 &&
    paths.every((path) =>
      words.some((word) => {
        const isNamed = word.path === path;
        const isBelow = word.path?.endsWith("/") === true && path.startsWith(word.path);
        const isCovered = alwaysAsks ? isNamed : word.path === undefined || isNamed || isBelow;
        return word.act === act && isCovered;
      }),
    )
  );
}
