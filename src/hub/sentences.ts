const maxText = 10_000;
const maxSentence = 600;

/** Without accents and in lower case, so that one stem stands for every spelling: "Orçamento" is `orcamento`. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll("’", "'")
    .toLowerCase();
}

/** Lines of stack traces of Node, Python, Java and Go: their names of files and functions tell nothing. */
const stackLine =
  /^\s*(?:at |file "|traceback|caused by:|\.\.\. \d+ more|goroutine |raise |throw |[\w$/.-]+\.(?:py|js|ts|go|java|rb|php):\d)/u;

/** The sentences of an error's texts, folded and bounded. */
export function sentencesOf(texts: readonly string[]): readonly string[] {
  return foldText(texts.join("\n").slice(0, maxText))
    .split("\n")
    .filter((line) => !stackLine.test(line))
    .flatMap((line) => line.split(/(?<=[.!?;])\s+/u))
    .map((sentence) => sentence.trim().slice(0, maxSentence))
    .filter((sentence) => sentence !== "");
}

/** A code reads like a sentence: `limite_de_gasto_excedido`. */
export function codeAsSentence(code: string): string {
  return foldText(code).replaceAll(/[_.:/-]+/gu, " ");
}

/** What a sentence speaks about, and what it says of it; near each other, in either order. */
export interface Concept {
  readonly about: RegExp;
  readonly says: RegExp;
  /** A sentence with this in it means something else. */
  readonly unless?: RegExp;
}

/** Characters between a subject and what is said of it. */
const maxDistance = 90;

export function expresses(sentence: string, { about, says, unless }: Concept): boolean {
  if (unless && sentence.search(unless) !== -1) {
    return false;
  }
  const subjects = [...sentence.matchAll(about)];
  return (
    subjects.length > 0 &&
    [...sentence.matchAll(says)].some((said) =>
      subjects.some((subject) => distance(subject, said) <= maxDistance),
    )
  );
}

/** Negative where one lies in the other. */
function distance(one: RegExpExecArray, other: RegExpExecArray): number {
  return one.index < other.index
    ? other.index - (one.index + one[0].length)
    : one.index - (other.index + other[0].length);
}

/** Stems at the beginnings of words; tested on folded text. */
export function stems(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![a-z])(?:${alternatives.join("|")})`, "gu");
}
