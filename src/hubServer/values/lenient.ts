import { catch as orElse, optional, type ZodMiniCatch, type ZodMiniOptional } from "zod/mini";
import type { SomeType } from "zod/v4/core";

export function lenient<T extends SomeType>(schema: T): ZodMiniCatch<ZodMiniOptional<T>> {
  return orElse(optional(schema), undefined);
}
