const maxToken = 2000;

/**
 * An address begins with a scheme, with two slashes before a name, with `www.`, or is a host with a path. Browsers
 * read a single slash or backslashes as two slashes.
 */
const address =
  /[a-z][a-z0-9+.-]*:[\\/]|(?:^|[^a-z0-9])(?:https?|wss?|ftp|file|mailto|tel|sms|data|javascript|command|vscode(?:-insiders)?):|(?:^|[^:\w])[\\/]{2}[^\s/]|(?:^|[^a-z0-9])www\.|[a-z0-9-]\.[a-z]{2,24}(?::\d+)?[/?#]/iu;

function endsInAddress(token: string): boolean {
  return token.length >= maxToken || address.test(token);
}

/**
 * Reads Markdown or HTML in pieces and detects whether the next character would be part of an address; in doubt it
 * is.
 */
export class AddressTracker {
  #token = "";
  #previous = "\n";
  #breaks = 1;
  #line: "start" | "bracket" | "definition" | "other" = "start";
  #depth = 0;
  #isDefinition = false;
  #tag: "none" | "name" | "attributes" = "none";
  #quote = "";

  /** True if a value that is restored here could be sent with an address. */
  get isInAddress(): boolean {
    return (
      this.#depth > 0 || this.#isDefinition || this.#tag !== "none" || endsInAddress(this.#token)
    );
  }

  read(text: string): void {
    for (const character of text) {
      this.#readOne(character);
      this.#previous = character;
    }
  }

  #readOne(character: string): void {
    if (character === "\n") {
      this.#readBreak();
    } else if (character.trim() !== "") {
      this.#breaks = 0;
    }
    this.#readTarget(character);
    this.#readLine(character);
    this.#readTag(character);
    if (/[\s<>"`]/u.test(character)) {
      this.#token = "";
    } else if (this.#token.length < maxToken) {
      this.#token += character;
    }
  }

  /** A blank line ends an address; a single break ends only a definition with a target, or a bare tag (`<b`). */
  #readBreak(): void {
    this.#breaks += 1;
    const isBlank = this.#breaks > 1;
    if (isBlank) {
      this.#depth = 0;
    }
    if (isBlank || (this.#tag !== "attributes" && this.#previous !== "<")) {
      this.#tag = "none";
    }
    if (isBlank || this.#previous !== ":") {
      this.#isDefinition = false;
    }
  }

  #readTarget(character: string): void {
    if (this.#previous === "\\") {
      return;
    }
    if (character === "(" && (this.#depth > 0 || this.#previous === "]")) {
      this.#depth += 1;
    } else if (character === ")" && this.#depth > 0) {
      this.#depth -= 1;
    }
  }

  #readLine(character: string): void {
    if (character === "\n") {
      this.#line = "start";
    } else if (this.#line === "start" && !/[\s>\d*+.)-]/u.test(character)) {
      this.#line = character === "[" ? "bracket" : "other";
    } else if (this.#line === "bracket") {
      this.#line = character === "^" ? "other" : "definition";
    } else if (this.#line === "definition" && character === ":" && this.#previous === "]") {
      this.#isDefinition = true;
    }
  }

  #readTag(character: string): void {
    if (this.#tag === "none") {
      this.#tag = this.#previous === "<" && /[a-z/!?]/iu.test(character) ? "name" : "none";
    } else if (this.#quote !== "") {
      this.#quote = character === this.#quote ? "" : this.#quote;
    } else if (character === ">") {
      this.#tag = "none";
    } else if (character === "=") {
      this.#tag = "attributes";
    } else if (this.#tag === "attributes" && this.#previous === "=") {
      this.#quote = /["']/u.test(character) ? character : "";
    }
  }
}
