import type { SessionConfigOption, SessionModeState } from "@agentclientprotocol/sdk";

import type { Workspace } from "../../agent/tools/base/workspace.ts";
import type { AgentPolicy } from "../../shared/hubApi/agentPolicy.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import type { ProgramOptions } from "../run/programOptions.ts";
import { noSandboxText, sandboxProblem } from "../run/runPlace.ts";
import type { SavedRun } from "../run/savedRuns.ts";
import { printNotice } from "../run/terminal.ts";
import { firstMode, laterMode, modesWithin } from "./acpModes.ts";
import { runTerms } from "./acpRunTerms.ts";

const maxModels = 200;

interface ModeTerms {
  readonly options: ProgramOptions;
  readonly policy: AgentPolicy;
  readonly earlier: SavedRun | undefined;
}

/** The modes that the hub's policy and this machine's sandbox allow. */
export async function sessionModes(
  workspace: Workspace,
  { options, policy, earlier }: ModeTerms,
): Promise<SessionModeState> {
  const { mode, level } = options;
  const { level: most } = runTerms(options, policy).wished;
  const problem = most === "sandbox" ? await sandboxProblem(workspace) : undefined;
  if (problem !== undefined && level === "sandbox") {
    printNotice(noSandboxText(problem));
  }
  const availableModes = [...modesWithin(most, problem === undefined)];
  const currentModeId = earlier
    ? laterMode(earlier, availableModes)
    : firstMode({ mode: mode ?? "agent", level }, availableModes);
  return { currentModeId, availableModes };
}

/** Empty if there are no models. */
export function modelChoice(
  models: readonly HubModel[],
  currentValue: string,
): SessionConfigOption[] {
  const options = models
    .slice(0, maxModels)
    .map(({ id, name }) => ({ value: id, name: name === "" ? id : name }));
  return options.length === 0
    ? []
    : [{ id: "model", name: "Model", category: "model", type: "select", currentValue, options }];
}
