/** Longer events are read whole: a template saves little there. */
const maxTemplate = 4_096;

/** An upstream whose events differ beside their text, such as by a random field, is not followed for longer. */
const maxLearned = 8;

/**
 * Reads the text of events that differ from an earlier one only in this text, as nearly all events
 * of an answer do: `{"id":"a","choices":[{"delta":{"content":" word"}}]}`. The bytes around it are
 * compared, and only the text is parsed.
 */
export class FurtherText {
  /** The key of the text, its colon and the quote behind it. */
  readonly #key: RegExp;
  #before = "";
  #after = "";
  #learned = 0;

  constructor(name: "content" | "text") {
    this.#key = new RegExp(`"${name}"[ \\t]*:[ \\t]*"`, "gu");
  }

  /**
   * Takes an event that was read whole as the template. Only if it has the key once, and no escape
   * in which another could hide.
   */
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

  /** The text of an event like the template; undefined for an event that must be read whole. */
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
