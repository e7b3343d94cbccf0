import type { runOutcomes } from "../../shared/hubApi/hubReports.ts";
import type { Amount, Time, TokenUsage } from "./records.ts";

/**
 * `going`: a request ended within ten minutes. `cap`: the last request exceeded the run's cap; `refused`: it was
 * refused for another reason. `ended`: the client reported no outcome.
 */
export type RunOutcome = (typeof runOutcomes)[number];

export interface RunFilter {
  readonly from: Time;
  readonly to: Time;
  readonly now: Time;
  readonly userId?: string;
  readonly tokenId?: string;
  readonly app?: string;
  readonly runId?: string;
  readonly outcome?: RunOutcome;
}

export interface RunPlace {
  readonly startedAt: Time;
  readonly key: string;
}

/** The owner is the token's user, or a token without a user. */
export interface RunSummary extends TokenUsage, RunPlace {
  readonly runId: string;
  readonly userId?: string;
  readonly tokenId: string;
  readonly profileId?: string;
  readonly sectorId?: string;
  readonly app: string;
  readonly endedAt: Time;
  readonly requests: number;
  readonly cost: Amount;
  readonly outcome: RunOutcome;
}

export interface RunPage {
  readonly limit: number;
  readonly after?: RunPlace;
}
