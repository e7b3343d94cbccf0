/** Failed: the host did not answer. */
export type AttachState = "attaching" | "attached" | "failed";
