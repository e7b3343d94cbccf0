const minStem = 3;

/** A key for comparison, not a word: equal for `retries`, `retried` and `retry`. */
export function stemOf(word: string): string {
  const singular = withoutPlural(word);
  return withoutEnd(withoutForm(singular));
}

function withoutPlural(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/u.test(word)) {
    return word;
  }
  if (word.endsWith("ies")) {
    return `${word.slice(0, -3)}y`;
  }
  return /(?:s|x|z|ch|sh)es$/u.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutForm(word: string): string {
  if (word.endsWith("ied") && word.length > minStem + 1) {
    return `${word.slice(0, -3)}y`;
  }
  const end = /(?:ing|ed|er|or)$/u.exec(word)?.[0];
  if (end !== undefined && word.length - end.length >= minStem) {
    return withoutDouble(word.slice(0, -end.length));
  }
  return /[st]ion$/u.test(word) && word.length - 3 >= minStem + 1 ? word.slice(0, -3) : word;
}

/** `stopp` of `stopped` becomes `stop`; `pass` stays. */
function withoutDouble(word: string): string {
  return /([bdgmnprt])\1$/u.test(word) ? word.slice(0, -1) : word;
}

function withoutEnd(word: string): string {
  if (word.length <= minStem) {
    return word;
  }
  return word.endsWith("e")
    ? word.slice(0, -1)
    : word.endsWith("y")
      ? `${word.slice(0, -1)}i`
      : word;
}
