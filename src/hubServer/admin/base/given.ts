type Given<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** Removes null and undefined fields. */
export function given<T extends object>(fields: T): Given<T> {
  const entries = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  // Every remaining field is one of T's, with a value that is neither null nor undefined.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as Given<T>;
}
