import * as z from "zod/mini";

export const outcomeSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    reason: z.enum([
      "busy",
      "readOnly",
      "notConnected",
      "noModel",
      "empty",
      "tooLarge",
      "notFound",
      /** The person meanwhile opened another conversation. */
      "moved",
      "noEditor",
      "storage",
      "refused",
      /** A comparison is open: the person has not chosen which answer to keep. */
      "undecided",
    ]),
  }),
]);
