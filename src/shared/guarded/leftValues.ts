import * as z from "zod/mini";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** Most values that are listed; a request may have any number. */
export const maxLeftValues = 200;

/**
 * How the sensitive values of the requests for one answer left this machine. A value is named by its keyed hash
 * (`SensitiveValue.id`), so nothing here reveals one.
 */
export const leftValuesSchema = z.object({
  /** By hash: the placeholder that was sent, such as `[CPF_1]`; empty for a value that was left out. */
  masked: z.record(idSchema, z.string().check(z.maxLength(50))),
  /** Values that were sent as they are. */
  clear: z.array(idSchema).check(z.maxLength(maxLeftValues)),
  /** What holds for values that are not listed, if there are any. */
  rest: z.optional(z.enum(["masked", "clear"])),
  /** A request was not looked at, because data protection was off: everything in it left as it is. */
  isUnchecked: z.optional(z.boolean()),
});

export type LeftValues = z.infer<typeof leftValuesSchema>;

/** Both together: a value that was once sent as it is counts as such for good. */
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
