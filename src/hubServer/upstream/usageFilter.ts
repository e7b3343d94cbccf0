import { viewOf } from "../http/endWith.ts";
const lineFeed = 0x0a;
const nullUsage = ',"usage":null';
const maxUndecided = 64 * 1024;

type Verdict = "pass" | "drop" | "undecided";

/**
 * Removes the usage that only the hub requested: the last chunk, without choices, and `"usage":null` in all others.
 * Holds back only bytes that may be removed.
 */
export class UsageFilter {
  #held = "";
  #mode: "line" | "pass" | "afterDrop" = "line";

  filter(chunk: Uint8Array): Uint8Array {
    const bytes = viewOf(chunk);
    const length = this.#plainLength(bytes);
    if (length === bytes.length) {
      return chunk;
    }
    const filtered = this.#filterLines(bytes.subarray(length));
    return length === 0 ? filtered : Buffer.concat([bytes.subarray(0, length), filtered]);
  }

  #filterLines(bytes: Buffer): Uint8Array {
    let text = this.#held + bytes.toString("latin1");
    this.#held = "";
    let out = "";
    while (text !== "") {
      const end = text.indexOf("\n") + 1;
      const line = end === 0 ? text : text.slice(0, end);
      const passed = this.#take(line, end > 0);
      if (passed === undefined) {
        break;
      }
      out += passed;
      text = text.slice(line.length);
    }
    return Buffer.from(out, "latin1");
  }

  #plainLength(bytes: Buffer): number {
    if (this.#held !== "" || this.#mode !== "line") {
      return 0;
    }
    const word = bytes.indexOf('"usage"');
    return bytes.lastIndexOf(lineFeed, word === -1 ? bytes.length : word) + 1;
  }

  flush(): Uint8Array {
    const held = this.#held;
    this.#held = "";
    return Buffer.from(held, "latin1");
  }

  #take(line: string, isWhole: boolean): string | undefined {
    if (this.#mode === "afterDrop") {
      if (line === "\n" || line === "\r\n") {
        this.#mode = "line";
        return "";
      }
      if (line === "\r") {
        this.#held = line;
        return undefined;
      }
      this.#mode = "line";
    }
    const verdict = this.#mode === "pass" ? "pass" : verdictOn(line, isWhole);
    switch (verdict) {
      case "undecided":
        this.#held = line;
        return undefined;
      case "drop":
        this.#mode = "afterDrop";
        return "";
      default:
        return this.#pass(line, isWhole);
    }
  }

  #pass(line: string, isWhole: boolean): string {
    this.#mode = isWhole ? "line" : "pass";
    const kept = line.replaceAll(nullUsage, "");
    if (isWhole) {
      return kept;
    }
    const length = heldLength(kept);
    this.#held = kept.slice(kept.length - length);
    return kept.slice(0, kept.length - length);
  }
}

function verdictOn(line: string, isWhole: boolean): Verdict {
  if (!line.startsWith("data:")) {
    return !isWhole && "data:".startsWith(line) ? "undecided" : "pass";
  }
  const [, first] = /"choices"\s*:\s*\[\s*(\S)/u.exec(line.slice(0, maxUndecided)) ?? [];
  if (first !== undefined && first !== "]") {
    return "pass";
  }
  if (!isWhole) {
    return line.length < maxUndecided ? "undecided" : "pass";
  }
  return first === "]" && /"usage"\s*:\s*\{/u.test(line) ? "drop" : "pass";
}

/** Length of an end that may begin `nullUsage`. */
function heldLength(text: string): number {
  for (let length = Math.min(nullUsage.length - 1, text.length); length > 0; length -= 1) {
    if (nullUsage.startsWith(text.slice(text.length - length))) {
      return length;
    }
  }
  return 0;
}
