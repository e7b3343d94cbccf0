const nullUsage = ',"usage":null';
/** A line that says so late that it has no choices is passed on: it is no chunk of usage. */
const maxUndecided = 64 * 1024;

type Verdict = "pass" | "drop" | "undecided";

/**
 * Takes out of a stream of chat completion chunks what is there only because the hub asked for usage: the
 * chunk without choices at its end, and `"usage":null` in all the others. What remains is byte for byte what
 * the upstream would have sent unasked, and nothing waits but what may have to go.
 */
export class UsageFilter {
  /** Begins a line, or what may be the beginning of `nullUsage`. One character for each byte. */
  #held = "";
  #mode: "line" | "pass" | "afterDrop" = "line";

  filter(chunk: Uint8Array): Uint8Array {
    let text = this.#held + Buffer.from(chunk).toString("latin1");
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

  /** What was held back for an end that does not come. */
  flush(): Uint8Array {
    const held = this.#held;
    this.#held = "";
    return Buffer.from(held, "latin1");
  }

  /** What of a line, whole or begun, is passed on; undefined if it is held until there is more. */
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

/** How much of the end of a text may be the beginning of `nullUsage`. */
function heldLength(text: string): number {
  for (let length = Math.min(nullUsage.length - 1, text.length); length > 0; length -= 1) {
    if (nullUsage.startsWith(text.slice(text.length - length))) {
      return length;
    }
  }
  return 0;
}
