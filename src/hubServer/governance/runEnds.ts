import type { Clock } from "../../shared/base/clock.ts";
import type { RunEndKind } from "../../shared/hubApi/runEnds.ts";
import type { Caller } from "../auth/caller.ts";
import type { AuditLog } from "../store/auditLog.ts";
import type { AuditEvent } from "../store/records.ts";
import { runPeriod } from "../store/runTerms.ts";
import type { Ledger } from "../store/store.ts";
import { cleanAppName } from "./appName.ts";
import { runBudgetIds } from "./budgets/runCap.ts";
import { maskedLabel } from "./labels.ts";

export interface RunEndsDeps {
  readonly store: {
    readonly audit: Pick<AuditLog, "appendRunEnd" | "list">;
    readonly ledger: Pick<Ledger, "budgetStates">;
  };
  readonly clock: Clock;
}

export interface ToldEnd {
  readonly requestId: string;
  readonly runId: string;
  readonly outcome: RunEndKind;
  readonly app: string | undefined;
}

/** Records each end once until the run's next request, and only runs of the caller: no client can fill the audit. */
export class RunEnds {
  readonly #deps: RunEndsDeps;

  constructor(deps: RunEndsDeps) {
    this.#deps = deps;
  }

  async note(caller: Caller, { outcome, app, requestId, ...told }: ToldEnd): Promise<void> {
    const { store, clock } = this.#deps;
    const ids = { requestId, runId: maskedLabel(told.runId) };
    const newest = await this.#newest(caller, ids.runId);
    const isKnown = newest ? newest.kind !== "run.end" : await this.#hasBegun(caller, ids.runId);
    if (!isKnown) {
      return;
    }
    await store.audit.appendRunEnd({
      ...caller,
      ...ids,
      kind: "run.end",
      time: clock.now(),
      app: newest?.app ?? cleanAppName(app),
      detail: { outcome },
    });
  }

  async #newest({ userId, tokenId }: Caller, runId: string): Promise<AuditEvent | undefined> {
    const owner = userId === undefined ? { tokenId } : { userId };
    const [newest] = await this.#deps.store.audit.list({ runId, ...owner }, { limit: 1 });
    return newest;
  }

  /** True if the run has begun; a request in progress is not in the audit yet. */
  async #hasBegun(caller: Caller, runId: string): Promise<boolean> {
    const { money } = runBudgetIds(caller, runId);
    const claims = [{ budgetId: money, period: runPeriod }];
    const [cap] = await this.#deps.store.ledger.budgetStates(claims);
    return cap?.limit !== undefined;
  }
}
