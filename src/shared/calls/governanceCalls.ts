import type { Contract } from "../rpc.ts";

/** Budgets, rates, policies: what the hub allows: what the page may ask of the host. */
export const governanceCalls = {} as const satisfies Contract;

/** What the host tells the page about it. */
export const governanceShows = {} as const satisfies Contract;
