export type AttachState = "attaching" | "attached" | "failed";
