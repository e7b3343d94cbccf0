import type { AgentState } from "../../shared/calls/agentCalls.ts";
import type { Format } from "../kit/format.ts";
import type { AgentWords } from "../words/agentEn.ts";

export type Run = NonNullable<AgentState["run"]>;

/** What the run does now: a verb and its subject, which is a text from outside. */
export function doingText(
  words: AgentWords,
  { doing: { kind, tool = "", subject = "" } }: Run,
): readonly [verb: string, subject: string] {
  switch (kind) {
    case "model":
      return [words.runThinking, ""];
    case "compaction":
      return [words.runCompacting, ""];
    case "person":
      return [words.runAsking, subject];
    case "tool": {
      const verb = verbOf(words, tool);
      return verb === undefined ? [words.runCalling, subject || tool] : [verb, subject];
    }
    default:
      return kind satisfies never;
  }
}

function verbOf(words: AgentWords, tool: string): string | undefined {
  const verbs: Readonly<Record<string, string>> = {
    read_file: words.runReading,
    list_files: words.runReading,
    get_problems: words.runReading,
    get_changes: words.runReading,
    read_output: words.runReading,
    search_text: words.runSearching,
    find_symbol: words.runSearching,
    edit_file: words.runEditing,
    write_file: words.runEditing,
    apply_patch: words.runEditing,
    delete_file: words.runDeleting,
    move_file: words.runMoving,
    run_command: words.runCommanding,
    update_plan: words.runPlanning,
    explore: words.runExploring,
  };
  return verbs[tool];
}

/** Why the run is paused. */
export function pauseText(words: AgentWords, { pause, maxSteps }: Run): string {
  switch (pause) {
    case "steps":
      return words.runPausedSteps(String(maxSteps));
    case "loop":
      return words.runPausedLoop;
    case "budget":
      return words.runPausedBudget;
    case "interrupted":
      return words.runPausedInterrupted;
    case "failed":
      return words.runPausedFailed;
    case undefined:
      return words.runPaused;
    default:
      return pause satisfies never;
  }
}

/** "Step 4 · $0.12 of $2.00 · 3 files", which breaks only between its facts. */
export function runFacts(words: AgentWords, run: Run, format: Format): string {
  const { step, cost, maxCost, currency, isApproximate, files } = run;
  const spent = `${isApproximate ? "≈ " : ""}${format.money(cost, currency)}`;
  const facts = [
    words.runStep(format.count(step)),
    maxCost === undefined ? spent : words.runCost(spent, format.money(maxCost, currency)),
    ...(files > 0 ? [words.runFiles(files, format.count(files))] : []),
  ];
  return facts.map((fact) => fact.replaceAll(" ", "\u00a0")).join(" · ");
}
