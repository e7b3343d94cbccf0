/** Whether the page has what the host has: not yet, yes, or not to be had. */
export type AttachState = "attaching" | "attached" | "failed";
