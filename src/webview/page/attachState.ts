/** Whether the page has the host's state: not yet, yes, or the host did not answer. */
export type AttachState = "attaching" | "attached" | "failed";
