/** Two hashes: a collision between versions of one file is practically impossible. */
export function contentHash(text: string): readonly [number, number] {
  let first = 0x811c9dc5 ^ text.length;
  let second = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 2) {
    // NaN after an odd end, which becomes 0 here.
    const units = text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16);
    first = Math.imul(first ^ units, 0x01000193);
    first ^= first >>> 15;
    second = Math.imul(second ^ units, 0x85ebca6b) + (second >>> 15);
  }
  return [first >>> 0, second >>> 0];
}
