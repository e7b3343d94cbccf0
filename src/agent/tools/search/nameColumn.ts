const wordPart = /[\p{L}\p{N}\p{M}_$]/u;

/** In UTF-16 units. A whole word counts before a part: in `subtotal += total` the name `total` is the second. */
export function nameColumn(line: string, name: string): number | undefined {
  const first = line.indexOf(name);
  for (let at = first; at >= 0; at = line.indexOf(name, at + 1)) {
    const before = line.slice(Math.max(0, at - 2), at).match(/.$/u)?.[0] ?? "";
    const after = line.slice(at + name.length, at + name.length + 2).match(/^./u)?.[0] ?? "";
    if (!wordPart.test(before) && !wordPart.test(after)) {
      return at;
    }
  }
  return first < 0 ? undefined : first;
}
