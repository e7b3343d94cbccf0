export interface SimpleCommand {
  /** Without quotes; never empty. */
  readonly words: readonly string[];
}

export const maxScript = 65_536;

/**
 * Reads a script for which sh, bash, zsh and dash start the same programs with the same arguments: simple commands with
 * literal and quoted words. Drops redirections to `/dev/null` and `2>&1`.
 *
 * Undefined for everything else. Assignments (`a=1 ls`) and reserved words (`if`) are read as a program's name, which
 * the caller must not know. Linear time.
 */
export function readScript(script: string): readonly SimpleCommand[] | undefined {
  return script.length > maxScript || unseen.test(script) ? undefined : new Reader(script).read();
}

const unseen = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{DI}\u2800]|(?![\t\n])\p{Cc}|(?! )\p{Zs}/u;
/**
 * These characters are literal outside quotes. zsh excludes `^`, `#` and a leading `=`. Non-ASCII only in quotes: in a
 * one-byte locale a shell may read the second byte of `à` as a blank.
 */
const literal = /[\w./:@%+,=-]+/y;
const redirections = ["2>&1", "2>/dev/null", "1>/dev/null", ">/dev/null", "> /dev/null"];

class Reader {
  readonly #script: string;
  readonly #commands: SimpleCommand[] = [];
  #words: string[] = [];
  #at = 0;

  constructor(script: string) {
    this.#script = script;
  }

  read(): readonly SimpleCommand[] | undefined {
    let isOpen = false;
    for (;;) {
      this.#skipBlanks(isOpen || this.#commands.length === 0);
      if (!this.#readCommand()) {
        return this.#at === this.#script.length && !isOpen && this.#commands.length > 0
          ? this.#commands
          : undefined;
      }
      const operator = this.#readOperator();
      if (operator === undefined) {
        return this.#at === this.#script.length ? this.#commands : undefined;
      }
      isOpen = operator === "&&" || operator === "||" || operator === "|";
      if (!isOpen) {
        this.#skipBlanks(true);
      }
    }
  }

  #skipBlanks(isOverLines: boolean): void {
    const blanks = isOverLines ? /[ \t\n]*/y : /[ \t]*/y;
    blanks.lastIndex = this.#at;
    this.#at += blanks.exec(this.#script)?.[0].length ?? 0;
  }

  #readCommand(): boolean {
    const start = this.#at;
    this.#words = [];
    for (;;) {
      this.#skipBlanks(false);
      if (!this.#skipRedirection()) {
        const word = this.#readWord();
        if (word === undefined) {
          break;
        }
        this.#words.push(word);
      }
    }
    if (this.#words.length === 0) {
      // A redirection without a command starts `cat` in zsh.
      this.#at = start;
      return false;
    }
    this.#commands.push({ words: this.#words });
    return true;
  }

  #skipRedirection(): boolean {
    const found = redirections.find((text) => this.#script.startsWith(text, this.#at));
    if (found === undefined || !this.#isEndOfWord(this.#at + found.length)) {
      return false;
    }
    this.#at += found.length;
    return true;
  }

  #readWord(): string | undefined {
    const start = this.#at;
    let word = "";
    while (!this.#isEndOfWord(this.#at)) {
      const next = this.#peek();
      const isQuoted = next === "'" || next === '"';
      const piece = isQuoted ? this.#readQuoted(next) : this.#readLiteral();
      // zsh replaces `=ls` by the program's path, also in `''=ls`.
      if (piece === undefined || (word === "" && !isQuoted && piece.startsWith("="))) {
        this.#at = start;
        return undefined;
      }
      word += piece;
    }
    return this.#at > start ? word : undefined;
  }

  #readQuoted(quote: string): string | undefined {
    const end = this.#script.indexOf(quote, this.#at + 1);
    const text = this.#script.slice(this.#at + 1, end);
    if (end < 0 || /[\n\t]/u.test(text) || (quote === '"' && /[$`\\!]/u.test(text))) {
      return undefined;
    }
    this.#at = end + 1;
    return text;
  }

  #readLiteral(): string | undefined {
    literal.lastIndex = this.#at;
    const text = literal.exec(this.#script)?.[0];
    this.#at += text?.length ?? 0;
    return text;
  }

  #readOperator(): "&&" | "||" | "|" | ";" | undefined {
    const found = (["&&", "||", "|", ";"] as const).find((text) =>
      this.#script.startsWith(text, this.#at),
    );
    if (found !== undefined) {
      this.#at += found.length;
      return found;
    }
    if (this.#peek() === "\n") {
      this.#at += 1;
      return ";";
    }
    return undefined;
  }

  #isEndOfWord(at: number): boolean {
    const character = this.#script[at];
    return character === undefined || isBlank(character) || "\n;|&".includes(character);
  }

  #peek(): string {
    return this.#script[this.#at] ?? "";
  }
}

function isBlank(character: string): boolean {
  return character === " " || character === "\t";
}
