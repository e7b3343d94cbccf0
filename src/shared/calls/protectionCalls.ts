import type { Contract } from "../rpc.ts";

/** Sensitive data in what is about to leave: what the page may ask of the host. */
export const protectionCalls = {} as const satisfies Contract;

/** What the host tells the page about it. */
export const protectionShows = {} as const satisfies Contract;
