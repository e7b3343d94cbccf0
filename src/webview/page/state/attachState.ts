/** Attached: the page has the host's state. Failed: the host did not answer. */
export type AttachState = "attaching" | "attached" | "failed";
