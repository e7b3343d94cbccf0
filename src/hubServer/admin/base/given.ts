type Given<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

export function given<T extends object>(fields: T): Given<T> {
  const entries = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  // Every removed field is null or undefined.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as Given<T>;
}
