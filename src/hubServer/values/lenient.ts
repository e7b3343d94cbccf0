import { catch as orElse, optional, type ZodMiniCatch, type ZodMiniOptional } from "zod/mini";
import type { SomeType } from "zod/v4/core";

/**
 * A field that counts as absent if it has the wrong form, instead of making the whole object
 * invalid.
 */
export function lenient<T extends SomeType>(schema: T): ZodMiniCatch<ZodMiniOptional<T>> {
  return orElse(optional(schema), undefined);
}
