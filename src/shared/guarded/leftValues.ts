import * as z from "zod/mini";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));

export const maxLeftValues = 200;

/**
 * How sensitive values were sent with an answer's requests. Values are keyed hashes (`SensitiveValue.id`), so nothing
 * here reveals one.
 */
export const leftValuesSchema = z.object({
  masked: z.record(idSchema, z.string().check(z.maxLength(50))),
  clear: z.array(idSchema).check(z.maxLength(maxLeftValues)),
  /** How the values were sent that are not listed. */
  rest: z.optional(z.enum(["masked", "clear"])),
  /** Data protection was off, so a request was sent unchecked. */
  isUnchecked: z.optional(z.boolean()),
});

export type LeftValues = z.infer<typeof leftValuesSchema>;

/** Both records together; a value counts as sent unmasked if it ever was. */
export function joinedLeft(one: LeftValues | undefined, other: LeftValues): LeftValues {
  if (!one) {
    return other;
  }
  const clear = [...new Set([...one.clear, ...other.clear])];
  const isClear = new Set(clear);
  const masked = Object.entries({ ...one.masked, ...other.masked }).filter(
    ([id]) => !isClear.has(id),
  );
  const isCut = clear.length > maxLeftValues || masked.length > maxLeftValues;
  const isRestClear =
    one.rest === "clear" || other.rest === "clear" || clear.length > maxLeftValues;
  const rest = isRestClear ? "clear" : (one.rest ?? other.rest ?? (isCut ? "masked" : undefined));
  return {
    masked: Object.fromEntries(masked.slice(-maxLeftValues)),
    clear: clear.slice(-maxLeftValues),
    ...(rest && { rest }),
    ...([one.isUnchecked, other.isUnchecked].includes(true) && { isUnchecked: true }),
  };
}
