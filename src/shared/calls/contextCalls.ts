import type { Contract } from "../rpc.ts";

/** What may go along with a message, and how much room it takes: what the page may ask of the host. */
export const contextCalls = {} as const satisfies Contract;

/** What the host tells the page about it. */
export const contextShows = {} as const satisfies Contract;
