import type { SimpleCommand } from "./shellReader.ts";

/** Words are compared literally; a `*` is a star. */
export interface CommandRule {
  readonly words: readonly string[];
  /** `exact`: no further words. `beginning`: any further words. */
  readonly extent: "exact" | "beginning";
}

/** A rule without words covers nothing. */
export function coversCommand({ words, extent }: CommandRule, command: SimpleCommand): boolean {
  return (
    words.length > 0 &&
    words.every((word, index) => command.words[index] === word) &&
    (extent === "beginning" || command.words.length === words.length)
  );
}
