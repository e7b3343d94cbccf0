import type { SimpleCommand } from "./shellReader.ts";

/**
 * A person's rule about commands: the words of one command, or of its beginning. Words are compared as they are; a
 * `*` in a rule is a star, never a pattern.
 */
export interface CommandRule {
  readonly words: readonly string[];
  /** `exact`: these words and no more. `beginning`: any further words may follow. */
  readonly extent: "exact" | "beginning";
}

/** Whether a rule covers a command. A rule without words covers nothing. */
export function coversCommand({ words, extent }: CommandRule, command: SimpleCommand): boolean {
  return (
    words.length > 0 &&
    words.every((word, index) => command.words[index] === word) &&
    (extent === "beginning" || command.words.length === words.length)
  );
}
