import * as z from "zod/mini";

/** The result of a request of the page. A refusal names its reason; the page has the words. */
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
      /** Another conversation is shown, or was asked for, than the one that was meant. */
      "moved",
      "noEditor",
      "storage",
      "refused",
      /** A comparison is open: the person has not chosen which answer to keep. */
      "undecided",
    ]),
  }),
]);
