/** The longest event that becomes a template; longer events gain little. */
const maxTemplate = 4_096;

/** The number of templates for one upstream; its events differ elsewhere if there are more. */
const maxLearned = 8;

/**
 * Fast reader for events that differ from an earlier event only in their text:
 * `{"id":"a","choices":[{"delta":{"content":" word"}}]}`. Parses only the text.
 */
export class FurtherText {
  readonly #key: RegExp;
  #before = "";
  #after = "";
  #learned = 0;

  constructor(name: "content" | "text") {
    this.#key = new RegExp(`"${name}"[ \\t]*:[ \\t]*"`, "gu");
  }

  /** Stores an event as a template. Its key must occur once, without an escape that could hide another. */
  learn(data: string): void {
    if (this.#learned >= maxLearned || data.length > maxTemplate || data.includes("\\")) {
      return;
    }
    const [key, ...others] = data.matchAll(this.#key);
    if (key && others.length === 0) {
      const quote = key.index + key[0].length - 1;
      this.#before = data.slice(0, quote);
      this.#after = data.slice(data.indexOf('"', quote + 1) + 1);
      this.#learned += 1;
    }
  }

  /** Undefined if the event must be parsed whole. */
  textOf(data: string): string | undefined {
    if (this.#before === "" || !data.startsWith(this.#before) || !data.endsWith(this.#after)) {
      return undefined;
    }
    try {
      const text: unknown = JSON.parse(
        data.slice(this.#before.length, data.length - this.#after.length),
      );
      return typeof text === "string" ? text : undefined;
    } catch {
      // More than the text differs.
      return undefined;
    }
  }
}
