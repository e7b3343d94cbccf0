import * as z from "zod/mini";

/** A model as the hub lists it. A value that the hub did not report is absent, never guessed. */
export const hubModelSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(500)),
  name: z.string().check(z.maxLength(500)),
  description: z.optional(z.string().check(z.maxLength(2000))),
  /** Tokens. */
  contextLength: z.optional(z.number()),
  maxOutputTokens: z.optional(z.number()),
  /** `chat`, `embedding`, … as the hub spells it. */
  type: z.optional(z.string().check(z.maxLength(50))),
  /** Chat formats that it answers in, its own first. */
  formats: z.optional(z.array(z.enum(["openai", "anthropic"])).check(z.maxLength(2))),
  /**
   * How the hub completes code with it at `/hub/v1/completions`: `fim` fills in the middle itself, `chat` is asked in a
   * chat, slower and dearer. Absent where the hub does not say that it has this route.
   */
  completions: z.optional(z.enum(["fim", "chat"])),
  /** Present if the hub lists the model but this token may not use it. The reason is hostile text. */
  locked: z.optional(z.object({ reason: z.optional(z.string().check(z.maxLength(300))) })),
  ownedBy: z.optional(z.string().check(z.maxLength(200))),
  capabilities: z.object({
    tools: z.optional(z.boolean()),
    vision: z.optional(z.boolean()),
    reasoning: z.optional(z.boolean()),
    /** Writes patches in the format of `apply_patch` better than single edits. */
    patches: z.optional(z.boolean()),
  }),
  /** Price of one token as decimal strings. */
  pricing: z.optional(
    z.object({
      input: z.optional(z.string().check(z.maxLength(50))),
      output: z.optional(z.string().check(z.maxLength(50))),
      currency: z.optional(z.string().check(z.maxLength(10))),
    }),
  ),
});

export type HubModel = z.infer<typeof hubModelSchema>;
