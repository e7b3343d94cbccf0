import type { Contract } from "../rpc.ts";

/** What a person does with turns beyond sending: queue, compare, fork, images: what the page may ask of the host. */
export const turnsCalls = {} as const satisfies Contract;

/** What the host tells the page about it. */
export const turnsShows = {} as const satisfies Contract;
