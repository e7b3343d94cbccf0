/** A UUID, which can be a PIX key, may begin with eight hexadecimal letters and no digit. */
const uuidStart = 8;

const telling = 1;
const hexLetter = 2;

/** Characters that a value may contain. Characters beyond ASCII may all be folded digits. */
const classes = new Uint8Array(128);
for (const character of "0123456789@%\\&=_:>([{\u001B") {
  classes[character.charCodeAt(0)] = telling;
}
for (const character of "abcdefABCDEF") {
  classes[character.charCodeAt(0)] = hexLetter;
}

/** A cheap check: every value has a digit, an `@` or a bracket around its name, a UUID's letters or a sign of a secret, in a notation that `foldText` undoes. */
export function mayHoldValue(text: string): boolean {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? classes[code] : telling;
    if (kind === telling) {
      return true;
    }
    letters = kind === hexLetter ? letters + 1 : 0;
    if (letters === uuidStart) {
      return true;
    }
  }
  return false;
}
