import * as z from "zod/mini";

export const hubModelSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(500)),
  name: z.string().check(z.maxLength(500)),
  description: z.optional(z.string().check(z.maxLength(2000))),
  contextLength: z.optional(z.number()),
  maxOutputTokens: z.optional(z.number()),
  type: z.optional(z.string().check(z.maxLength(50))),
  /** Chat formats in which the model answers, its own first. */
  formats: z.optional(z.array(z.enum(["openai", "anthropic"])).check(z.maxLength(2))),
  /**
   * How `/hub/v1/completions` works: `fim` fills in the middle, `chat` is slower and dearer. Absent if the hub lacks
   * the route.
   */
  completions: z.optional(z.enum(["fim", "chat"])),
  /** Set if this token may not use the model. The reason is hostile text. */
  locked: z.optional(z.object({ reason: z.optional(z.string().check(z.maxLength(300))) })),
  ownedBy: z.optional(z.string().check(z.maxLength(200))),
  capabilities: z.object({
    tools: z.optional(z.boolean()),
    vision: z.optional(z.boolean()),
    reasoning: z.optional(z.boolean()),
    /** True if the model writes `apply_patch` patches better than single edits. */
    patches: z.optional(z.boolean()),
  }),
  pricing: z.optional(
    z.object({
      input: z.optional(z.string().check(z.maxLength(50))),
      output: z.optional(z.string().check(z.maxLength(50))),
      currency: z.optional(z.string().check(z.maxLength(10))),
    }),
  ),
});

export type HubModel = z.infer<typeof hubModelSchema>;
