import * as z from "zod/mini";

/** What became of a request of the page; a refusal names the reason, the page has the words. */
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
      /** Answers stand side by side and none was chosen to go on from. */
      "undecided",
    ]),
  }),
]);
