import type { AgentState } from "../../../shared/calls/agentCalls.ts";
import type { Format } from "../../kit/format.ts";
import type { AgentWords } from "../../words/en/agentEn.ts";

export type Run = NonNullable<AgentState["run"]>;

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
    write_file: words.runWriting,
    apply_patch: words.runEditing,
    delete_file: words.runDeleting,
    move_file: words.runMoving,
    run_command: words.runCommanding,
    update_plan: words.runPlanning,
    fetch_page: words.runReading,
    explore: words.runExploring,
  };
  return verbs[tool];
}

export function pauseText(words: AgentWords, run: Run, format: Format): string {
  const { pause, maxSteps, cap } = run;
  if (cap) {
    const used = capAmount(cap, cap.used, format);
    const text = words.runPausedCap[cap.unit](used, capAmount(cap, cap.limit, format));
    return cap.more === undefined ? `${text} ${words.runNoMore}` : text;
  }
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

/** "500,000 more"; undefined without a cap, or if it cannot be raised. */
export function moreText(words: AgentWords, { cap }: Run, format: Format): string | undefined {
  return cap?.more === undefined ? undefined : words.runAllowMore(capAmount(cap, cap.more, format));
}

type Cap = NonNullable<Run["cap"]>;

function capAmount({ unit, currency }: Cap, amount: string, format: Format): string {
  return unit === "money" ? format.money(amount, currency) : format.count(Number(amount));
}

/** "Step 4 · $0.12 · $0.40 saved by the cache"; lines break only between facts. */
export function runFacts(words: AgentWords, run: Run, format: Format): string {
  const { step, cap, saved } = run;
  const facts = [
    words.runStep(format.count(step)),
    // The cap that paused the run is shown beside it.
    ...(cap && cap.unit !== "steps" ? [] : [spending(run, format, words).used]),
    ...(saved === undefined ? [] : [words.runSaved(format.money(saved, run.currency))]),
  ];
  return facts.map((fact) => fact.replaceAll(" ", "\u00a0")).join(" · ");
}

export function runLimits(words: AgentWords, run: Run, format: Format): string {
  const { used, cap } = spending(run, format, words);
  const steps = words.runMaxSteps(format.count(run.maxSteps));
  return cap === undefined ? steps : `${steps} · ${words.runCost(used, cap)}`;
}

function spending(
  { cost, maxCost, tokens = 0, maxTokens, currency, isApproximate }: Run,
  format: Format,
  words: AgentWords,
): { readonly used: string; readonly cap?: string } {
  const about = isApproximate ? "≈ " : "";
  if (Number(cost) === 0 && tokens > 0 && maxTokens !== undefined) {
    const [used, cap] = [tokens, maxTokens].map(format.compact);
    return { used: words.runTokens(`${about}${used}`), cap: words.runTokens(cap ?? "") };
  }
  const used = `${about}${format.money(cost, currency)}`;
  return maxCost === undefined ? { used } : { used, cap: format.money(maxCost, currency) };
}
