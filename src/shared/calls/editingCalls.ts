import type { Contract } from "../rpc.ts";

/** From an answer into files of the editor: what the page may ask of the host. */
export const editingCalls = {} as const satisfies Contract;

/** What the host tells the page about it. */
export const editingShows = {} as const satisfies Contract;
