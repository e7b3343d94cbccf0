type Given<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** Without the fields that have no value: records and filters leave them out. */
export function given<T extends object>(fields: T): Given<T> {
  const entries = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  // Every field that is left is one of T's, with a value that is neither null nor undefined.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as Given<T>;
}
