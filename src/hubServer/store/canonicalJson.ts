/** RFC 8785, except that a lone surrogate is escaped. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  }
  if (typeof value === "object" && value !== null) {
    return `{${canonicalMembers(value)
      .map(({ text }) => text)
      .join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

export function canonicalMembers(
  value: object,
): readonly { readonly name: string; readonly text: string }[] {
  const members: { readonly name: string; readonly text: string }[] = [];
  for (const name of Object.keys(value).toSorted()) {
    const member: unknown = Reflect.get(value, name);
    if (member !== undefined) {
      members.push({ name, text: `${JSON.stringify(name)}:${canonicalJson(member)}` });
    }
  }
  return members;
}
