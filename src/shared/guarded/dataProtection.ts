import * as z from "zod/mini";

/** What a profile asks for beside its action of each kind. */
export const dataProtectionSchema = z.object({
  /** The model in house that routed requests get first. */
  route_to: z.nullish(z.string().check(z.minLength(1), z.maxLength(200))),
  /** False if a person must not mask a value in place of its route. */
  may_mask: z.optional(z.boolean()),
});

export type DataProtection = z.infer<typeof dataProtectionSchema>;
