export interface OutputSummary {
  readonly text: string;
  readonly characters: number;
}

/** Both limits are in UTF-16 units. */
export interface OutputLimits {
  readonly head: number;
  readonly tail: number;
}

export const modelOutputLimits: OutputLimits = { head: 16_000, tail: 32_000 };
const maxFoldedLine = 4_096;
/** Control characters (C0 and C1) except the tab. */
const special = /(?!\t)\p{Cc}/gu;

/**
 * Uses bounded memory. Drops terminal control sequences; a line that was overwritten after `\r` (a progress bar) keeps
 * its last state.
 */
export class OutputText {
  readonly #limits: OutputLimits;
  readonly #tail: string[] = [];
  #head = "";
  #tailLength = 0;
  #characters = 0;
  #line = "";
  /** True after `\r`: a line end if `\n` follows, else the line begins anew. */
  #isReturned = false;
  #escape: "none" | "start" | "csi" | "string" | "stringEnd" | "charset" = "none";

  constructor(limits: OutputLimits) {
    this.#limits = limits;
  }

  append(chunk: string): void {
    let start = 0;
    while (start < chunk.length) {
      if (this.#escape === "none") {
        special.lastIndex = start;
        const at = special.exec(chunk)?.index ?? chunk.length;
        this.#addText(chunk.slice(start, at));
        start = at;
        if (start < chunk.length) {
          this.#addControl(chunk[start] ?? "");
        }
      } else {
        this.#passEscape(chunk[start] ?? "");
      }
      start += 1;
    }
  }

  summary(): OutputSummary {
    const tail = this.#tail.join("") + this.#line;
    const end = tail.slice(-this.#limits.tail);
    const kept = this.#head.length + end.length;
    const characters = this.#characters + this.#line.length;
    const gap = characters > kept ? `\n… ${characters - kept} characters left out …\n` : "";
    return { text: this.#head + gap + end, characters };
  }

  #addText(text: string): void {
    if (text === "") {
      return;
    }
    if (this.#isReturned) {
      this.#isReturned = false;
      this.#line = "";
    }
    this.#line += text;
    if (this.#line.length > maxFoldedLine) {
      this.#flush("");
    }
  }

  #addControl(character: string): void {
    if (character === "\n") {
      this.#isReturned = false;
      this.#flush("\n");
    } else if (character === "\r") {
      this.#isReturned = true;
    } else if (character === "\u001b") {
      this.#escape = "start";
    } else if (character === "\u009b") {
      this.#escape = "csi";
    } else if (character === "\u009d") {
      this.#escape = "string";
    }
  }

  /** ECMA-48, sections 5.3 to 5.6. */
  #passEscape(character: string): void {
    switch (this.#escape) {
      case "start":
        this.#escape = escapeAfter(character);
        break;
      case "csi":
        this.#escape = character >= "@" && character <= "~" ? "none" : "csi";
        break;
      case "string":
        this.#escape = character === "\u001b" ? "stringEnd" : stringState(character);
        break;
      default:
        this.#escape = "none";
    }
  }

  #flush(lineEnd: string): void {
    const text = this.#line + lineEnd;
    this.#line = "";
    this.#characters += text.length;
    const room = this.#limits.head - this.#head.length;
    this.#head += text.slice(0, room);
    const rest = text.slice(Math.max(0, room));
    if (rest === "") {
      return;
    }
    this.#tail.push(rest);
    this.#tailLength += rest.length;
    while (this.#tailLength - (this.#tail[0]?.length ?? 0) >= this.#limits.tail) {
      this.#tailLength -= this.#tail.shift()?.length ?? 0;
    }
  }
}

function escapeAfter(character: string): "csi" | "string" | "charset" | "none" {
  if (character === "[") {
    return "csi";
  }
  if ("]PX^_".includes(character)) {
    return "string";
  }
  return "()*+#%".includes(character) ? "charset" : "none";
}

/** Ends at BEL or ST, or at the line end if it was cut off. */
function stringState(character: string): "string" | "none" {
  return character === "\u0007" || character === "\u009c" || character === "\n" ? "none" : "string";
}
