import * as z from "zod/mini";

/** How the checks of an agent's run ended. */
export const endedChecksSchema = z.object({
  state: z.enum(["passed", "failed", "notRun"]),
  /** The reason if no check could run. */
  why: z.optional(z.enum(["unreadable", "noCommands", "noChange"])),
});

export type EndedChecks = z.infer<typeof endedChecksSchema>;
