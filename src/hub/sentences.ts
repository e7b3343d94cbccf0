import { foldSentence } from "./errorObject.ts";

const maxText = 10_000;
const maxSentence = 600;

/** Lines of stack traces of Node, Python, Java and Go: their file and function names are no part of the message. */
const stackLine =
  /^\s*(?:at |file "|traceback|caused by:|\.\.\. \d+ more|goroutine |raise |throw |[\w$/.-]+\.(?:py|js|ts|go|java|rb|php):\d)/u;

/** The sentences of an error's texts, folded and bounded in length and number. */
export function sentencesOf(texts: readonly string[]): readonly string[] {
  return foldSentence(texts.join("\n").slice(0, maxText))
    .split("\n")
    .filter((line) => !stackLine.test(line))
    .flatMap((line) => line.split(/(?<=[.!?;])\s+/u))
    .map((sentence) => sentence.trim().slice(0, maxSentence))
    .filter((sentence) => sentence !== "");
}

/** Turns a code such as `limite_de_gasto_excedido` into a sentence. */
export function codeAsSentence(code: string): string {
  return foldSentence(code).replaceAll(/[_.:/-]+/gu, " ");
}

/** A subject and a predicate that occur near each other in a sentence, in either order. */
export interface Concept {
  readonly about: RegExp;
  readonly says: RegExp;
  /** A sentence that matches this means something else. */
  readonly unless?: RegExp;
}

/** Largest distance between subject and predicate, in characters. */
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

/** Characters between two matches; negative if they overlap. */
function distance(one: RegExpExecArray, other: RegExpExecArray): number {
  return one.index < other.index
    ? other.index - (one.index + one[0].length)
    : one.index - (other.index + other[0].length);
}

/** A pattern for words that begin with one of these stems, in folded text. */
export function stems(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![a-z])(?:${alternatives.join("|")})`, "gu");
}
