import type { Contract } from "../rpc.ts";

/** Tools that a model may call, with the person's approval: what the page may ask of the host. */
export const toolsCalls = {} as const satisfies Contract;

/** What the host tells the page about it. */
export const toolsShows = {} as const satisfies Contract;
