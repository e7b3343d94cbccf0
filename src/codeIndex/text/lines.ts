/** The start of each line of a text, as editors count lines: `\n`, `\r\n` and a lone `\r` end one. */
export function lineStarts(text: string): Uint32Array {
  let starts = new Uint32Array(Math.max(16, Math.ceil(text.length / 24)));
  let count = 1;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) {
      if (count === starts.length) {
        const longer = new Uint32Array(starts.length * 2);
        longer.set(starts);
        starts = longer;
      }
      starts[count] = at + 1;
      count += 1;
    }
  }
  // The end of the last line starts no further line that anybody would see.
  const hasEmptyEnd = count > 1 && starts[count - 1] === text.length;
  return starts.slice(0, hasEmptyEnd ? count - 1 : count);
}

/** A line without its end. */
export function lineAt(text: string, starts: Uint32Array, line: number): string {
  const end = starts[line + 1] ?? text.length;
  return text.slice(starts[line] ?? text.length, end).replace(/[\r\n]+$/u, "");
}
