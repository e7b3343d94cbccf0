import type { runOutcomes } from "../../shared/hubReports.ts";
import type { Amount, Time, TokenUsage } from "./records.ts";

/**
 * How a run of an agent stands. `going`: a request ended within the last ten minutes. `cap`: its last request did not
 * fit into its cap. `refused`: its last request was refused by policy, a month's budget or data protection. The others are
 * its client's word; of a run that a client left in silence there is only `ended`.
 */
export type RunOutcome = (typeof runOutcomes)[number];

export interface RunFilter {
  /** Both inclusive. Of a run that crosses them only the requests between them count. */
  readonly from: Time;
  readonly to: Time;
  readonly now: Time;
  readonly userId?: string;
  readonly tokenId?: string;
  readonly app?: string;
  readonly runId?: string;
  readonly outcome?: RunOutcome;
}

/** The place of a run in the list, newest first. */
export interface RunPlace {
  readonly startedAt: Time;
  /** The run's id and its owner, as the database sorts runs that began at the same time. */
  readonly key: string;
}

/** The requests of one agent's run of one owner: the token's user, or the token if it has none. */
export interface RunSummary extends TokenUsage, RunPlace {
  readonly runId: string;
  readonly userId?: string;
  /** A run's requests may come with several tokens of its user; this is one of them. */
  readonly tokenId: string;
  /** Absent if every request was refused, as with the sector. */
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
