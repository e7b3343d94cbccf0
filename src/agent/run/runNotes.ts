import type { ChatRequestMessage } from "../../hub/wire/chatTypes.ts";
import type { FileLedger } from "../tools/base/fileLedger.ts";
import type { Workspace } from "../tools/base/workspace.ts";
import type { RunStanding } from "./cards/runTrust.ts";
import { NestedInstructions } from "./nestedInstructions.ts";
import { tokensPerUnit } from "./runCap.ts";
import { maxInstructions, modeNotes } from "./runPrompt.ts";

export interface RunNotesDeps {
  readonly workspace: Workspace;
  readonly ledger: FileLedger;
  readonly standing: () => RunStanding;
  /** Paths that changed since the last call; each is checked. */
  readonly touchedPaths?: (() => readonly string[]) | undefined;
}

export interface RunUse {
  readonly cost: number;
  readonly tokens: number;
  readonly maxCost: number | undefined;
  readonly steps: number;
  readonly maxSteps: number;
}

const levelTexts = {
  ask: "edits and commands are shown to the person first",
  edits: "edits run at once, commands are shown to the person first",
  sandbox:
    "edits run at once, commands run in a sandbox without network, unless the person lets one out (outside_sandbox)",
} as const;

const shares = [0.5, 0.8, 0.95];
const maxNamed = 20;

/** Notes are appended and never change earlier messages. */
export class RunNotes {
  readonly #deps: RunNotesDeps;
  readonly #instructions: NestedInstructions;
  #told: RunStanding;
  #shareTold = 0;

  constructor(deps: RunNotesDeps, told: RunStanding) {
    this.#deps = deps;
    this.#instructions = new NestedInstructions(deps.workspace);
    this.#told = told;
  }

  /** The notes after a step that read or changed files at `paths`. */
  async afterStep(paths: readonly string[], use: RunUse): Promise<readonly string[]> {
    return [
      ...(await this.#instructions.notesFor(paths)),
      ...(await this.#changedFiles()),
      ...this.#standing(),
      ...this.#budget(use),
    ];
  }

  get mode(): RunStanding["mode"] {
    return this.#told.mode;
  }

  onResume(
    messages: readonly ChatRequestMessage[],
    instructions: string | undefined,
  ): readonly string[] {
    const text = instructions?.slice(0, maxInstructions) ?? "";
    const isKnown = messages.some(
      ({ content }) => typeof content === "string" && content.includes(text),
    );
    return [
      ...(isKnown ? [] : [`The instructions of the workspace (AGENTS.md) are now:\n${text}`]),
      ...this.#standing(),
    ];
  }

  afterCompaction(): readonly string[] {
    this.#instructions.forget();
    const { mode } = this.#told;
    return mode === "agent" ? [] : [modeNotes[mode]];
  }

  async #changedFiles(): Promise<readonly string[]> {
    const { touchedPaths, workspace, ledger } = this.#deps;
    const names: string[] = [];
    for (const touched of new Set(touchedPaths?.())) {
      const path = await workspace.locate(touched);
      const known = ledger.hashOf(path);
      const file = known === undefined ? undefined : await workspace.read(path);
      if (file && !("hash" in file && file.hash === known)) {
        names.push(path.shown);
      }
    }
    return names.length === 0
      ? []
      : [
          `Changed since you last read or wrote them: ${names.slice(0, maxNamed).join(", ")}. ` +
            "Read them before you change them, and keep what is new.",
        ];
  }

  #standing(): readonly string[] {
    const { level, mode } = this.#deps.standing();
    const { level: oldLevel, mode: oldMode } = this.#told;
    this.#told = { level, mode };
    return [
      ...(mode === oldMode ? [] : [modeNotes[mode]]),
      ...(level === oldLevel ? [] : [`The person changed the level: ${levelTexts[level]}.`]),
    ];
  }

  #budget(use: RunUse): readonly string[] {
    const { steps, maxSteps } = use;
    const cap = capUse(use);
    const ofCap = cap && cap.limit > 0 ? cap.used / cap.limit : 0;
    const share = shares.findLast((one) => Math.max(ofCap, steps / maxSteps) >= one) ?? 0;
    if (share <= this.#shareTold) {
      return [];
    }
    this.#shareTold = share;
    const left = [
      ...(cap ? [leftOf(cap)] : []),
      `${Math.max(0, maxSteps - steps)} of ${maxSteps} steps`,
    ];
    const advice = share > 0.5 ? " Finish what matters most." : "";
    return [`Left of this run: ${left.join(", ")}.${advice}`];
  }
}

function capUse({ cost, tokens, maxCost }: RunUse) {
  if (maxCost === undefined) {
    return undefined;
  }
  return cost > 0 || tokens === 0
    ? { used: cost, limit: maxCost, isMoney: true }
    : { used: tokens, limit: maxCost * tokensPerUnit, isMoney: false };
}

function leftOf({ used, limit, isMoney }: NonNullable<ReturnType<typeof capUse>>): string {
  const left = Math.max(0, limit - used);
  return isMoney ? `${left.toFixed(2)} of ${limit}` : `${left} of ${limit} tokens`;
}
