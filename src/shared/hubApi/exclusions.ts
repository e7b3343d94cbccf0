import * as z from "zod/mini";

const maxExclusions = 200;

/**
 * Patterns of paths (`setExclusions`). Signs of other pattern languages are refused, because they would exclude
 * nothing.
 */
export const exclusionsSchema = z
  .array(z.string().check(z.regex(/^[^\\?[\]{}!\p{Cc}]+$/u), z.maxLength(300)))
  .check(z.maxLength(maxExclusions));
