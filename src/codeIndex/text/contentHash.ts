/** Two hashes of a text; that they agree by chance for two versions of one file is out of the question. */
export function contentHash(text: string): readonly [number, number] {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b) + (second >>> 15);
  }
  return [first >>> 0, second >>> 0];
}
