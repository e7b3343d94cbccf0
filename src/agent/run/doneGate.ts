import type { ToolCall } from "../../hub/wire/chatTypes.ts";
import { globMatcher } from "../tools/base/globPattern.ts";
import type { CheckOwner, DoneChecks, OwnedCheck } from "../trust/doneChecks.ts";
import type { AgentMode } from "../trust/levels.ts";
import type { StepResult } from "./callStep.ts";
import type { ChecksState, RunEnd } from "./cards/agentEvents.ts";
import type { Ending } from "./runEndings.ts";

const commandTool = "run_command";
/** The run ends at this failure. */
const maxFailures = 3;
const defaultSeconds = 300;

export interface DoneGateDeps {
  /** Absent for helpers. */
  readonly checks?: DoneChecks | undefined;
  /** Judges the last answer after the checks have passed. */
  readonly judgeAnswer?: ((text: string) => GateVerdict) | undefined;
  readonly tools: readonly { readonly definition: { readonly name: string } }[];
  readonly ledger: { readonly changed: readonly string[] };
  /** An earlier part of the run left changes that no check has seen. */
  readonly isUnchecked?: true;
}

export interface CheckCall extends Omit<ToolCall, "id"> {
  readonly check: CheckOwner;
}

/** With a `note` the model continues; without it the run may end as done. */
export interface GateVerdict {
  readonly note?: string;
  readonly ending?: Ending;
}

/**
 * Decides whether a run is done. Checks run as calls of `run_command`, so that rules, cards, the sandbox, limits and
 * checkpoints hold for them, and the model reads their output as the data of a tool.
 */
export class DoneGate {
  readonly #deps: DoneGateDeps;
  readonly #checks: DoneChecks;
  #state: ChecksState = "notRun";
  #failures = 0;
  #isSettled = false;

  constructor(deps: DoneGateDeps) {
    this.#deps = deps;
    this.#checks = deps.checks ?? [];
  }

  endIn(mode: AgentMode): Pick<RunEnd, "checks" | "unchecked"> {
    const why = this.#unchecked;
    return this.#appliesIn(mode) ? { checks: this.#state, ...(why && { unchecked: why }) } : {};
  }

  get #unchecked(): RunEnd["unchecked"] {
    if (this.#checks === "unreadable") {
      return "unreadable";
    }
    if (!this.#canRun) {
      return "noCommands";
    }
    return this.#isSettled && this.#state === "notRun" ? "noChange" : undefined;
  }

  get isUnchecked(): boolean {
    const { isUnchecked = false, ledger } = this.#deps;
    const hasChanges = isUnchecked || ledger.changed.length > 0;
    return this.#appliesIn("agent") && !this.#isSettled && hasChanges;
  }

  /** The calls of the checks that are due. */
  calls(mode: AgentMode): readonly CheckCall[] {
    this.#isSettled = false;
    this.#state = "notRun";
    return this.#canRun && this.#appliesIn(mode)
      ? this.#due().map(({ command, seconds = defaultSeconds, owner }) => ({
          name: commandTool,
          arguments: { command, timeout_s: seconds },
          check: owner,
        }))
      : [];
  }

  /** `results` has every call, because a stop throws before. */
  judge(mode: AgentMode, results: readonly StepResult[], answer: string): GateVerdict {
    if (!this.#appliesIn(mode)) {
      return this.#deps.judgeAnswer?.(answer) ?? {};
    }
    this.#state = stateOf(results);
    if (this.#state === "failed") {
      this.#failures += 1;
      return this.#failures < maxFailures ? { note: failedNote } : { ending: failedEnd };
    }
    if (!this.#canRun || results.some(isNotRun)) {
      return { ending: notRunEnd };
    }
    this.#isSettled = true;
    return this.#deps.judgeAnswer?.(answer) ?? {};
  }

  #appliesIn(mode: AgentMode): boolean {
    return mode === "agent" && this.#checks.length > 0;
  }

  get #canRun(): boolean {
    const hasTool = this.#deps.tools.some(({ definition }) => definition.name === commandTool);
    return hasTool && this.#checks !== "unreadable";
  }

  #due(): readonly OwnedCheck[] {
    const { ledger, isUnchecked = false } = this.#deps;
    const paths = ledger.changed;
    return this.#checks === "unreadable"
      ? []
      : this.#checks.filter(
          ({ files }) =>
            isUnchecked || !files || files.map(globMatcher).some((is) => paths.some(is)),
        );
  }
}

/** Only exit code 0 passes; a timeout, a signal or a command that does not start fails. */
function stateOf(results: readonly StepResult[]): ChecksState {
  if (results.some((result) => !isNotRun(result) && result.exitCode !== 0)) {
    return "failed";
  }
  return results.length === 0 || results.some(isNotRun) ? "notRun" : "passed";
}

function isNotRun({ state }: StepResult): boolean {
  return state === "refused";
}

const notRunEnd: Ending = { outcome: "refused", reason: "The checks were not run." };
const failedEnd: Ending = { outcome: "failed", reason: `The checks failed ${maxFailures} times.` };

const failedNote =
  "You said that you are done, so this program ran the checks of the person and the organisation. Not all passed. Find the cause and mend it " +
  "without weakening the checks, and then say that you are done: they run again.";
