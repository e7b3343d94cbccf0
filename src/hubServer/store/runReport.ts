import type { runOutcomes } from "../../shared/hubApi/hubReports.ts";
import type { Amount, Time, TokenUsage } from "./records.ts";

/**
 * Outcome of an agent's run. `going`: a request ended within the last ten minutes. `cap`: its last
 * request exceeded its cap. `refused`: policy, a monthly budget or data protection refused its last
 * request. The others are reported by the client; `ended`: the client reported nothing.
 */
export type RunOutcome = (typeof runOutcomes)[number];

export interface RunFilter {
  /** Both inclusive. Only requests between them count. */
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
  /** Run id and owner: orders runs that began at the same time. */
  readonly key: string;
}

/** One owner's run: the token's user, or the token without a user. */
export interface RunSummary extends TokenUsage, RunPlace {
  readonly runId: string;
  readonly userId?: string;
  /** One of the user's tokens in the run. */
  readonly tokenId: string;
  /** Absent if every request was refused, as is the sector. */
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
