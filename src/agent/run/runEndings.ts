import { HubError, toFailure } from "../../hub/errors/hubError.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { Workspace } from "../tools/base/workspace.ts";
import type { RunEnd } from "./cards/agentEvents.ts";
import type { RunUse } from "./runNotes.ts";

export type Ending = Pick<RunEnd, "outcome" | "reason" | "pause" | "failure">;

/** The end after a failure of the hub or the storage, such as a full disk. Rethrows any other error. */
export function endingAfter(error: unknown, signal: AbortSignal): Ending {
  if (signal.aborted) {
    return { outcome: "stopped" };
  }
  const failure = toFailure(error);
  if (error instanceof HubError || failure.kind === "storage") {
    const { kind: reason } = failure;
    if (reason === "run_budget") {
      return { outcome: "budget", pause: "budget", reason, failure };
    }
    const isBudget = reason === "budget_exhausted";
    return { outcome: isBudget ? "budget" : "failed", reason, failure };
  }
  throw error;
}

export function endingBefore(
  { steps, maxSteps }: RunUse,
  failure: Failure | undefined,
  signal: AbortSignal,
): Ending | undefined {
  if (signal.aborted) {
    return { outcome: "stopped" };
  }
  if (failure) {
    return { outcome: "budget", pause: "budget", reason: failure.kind, failure };
  }
  return steps >= maxSteps
    ? { outcome: "budget", pause: "steps", reason: `${maxSteps} steps are used up.` }
    : undefined;
}

/** Throws if a folder of the workspace is missing, because a continued run would create it again. */
export async function requireFolders(workspace: Workspace): Promise<void> {
  const roots = workspace.folders?.map(({ root }) => root) ?? [workspace.root];
  for (const root of roots) {
    const { kind } = await workspace.locate(root);
    if (kind === "missing") {
      throw new HubError({ kind: "folder_gone" });
    }
  }
}
