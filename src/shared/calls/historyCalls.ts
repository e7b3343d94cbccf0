import type { Contract } from "../rpc.ts";

/** Finding, keeping and carrying conversations: what the page may ask of the host. */
export const historyCalls = {} as const satisfies Contract;

/** What the host tells the page about it. */
export const historyShows = {} as const satisfies Contract;
