export function mapStrings(value: unknown, map: (text: string) => unknown): unknown {
  if (typeof value === "string") {
    return map(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapStrings(item, map));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        const mapped = mapStrings(inner, map);
        return mapped === undefined ? [] : [[key, mapped]];
      }),
    );
  }
  return value;
}
