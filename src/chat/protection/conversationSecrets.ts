import { KnownValues } from "./knownValues.ts";
import type { FoundValue } from "./requestScanner.ts";

const maxConversations = 50;
const maxValues = 10_000;

/**
 * Secrets of earlier requests of a conversation: a later one may contain such a value without the name that showed
 * what it is, as in a command that the model wrote with its placeholder. In memory only.
 */
export class ConversationSecrets {
  readonly #conversations = new Map<string, Map<string, FoundValue>>();

  /** Known secrets in `texts`. Remembers those of `found`. */
  missing(
    conversationId: string | undefined,
    texts: readonly string[],
    found: readonly FoundValue[],
  ): readonly FoundValue[] {
    if (conversationId === undefined) {
      return [];
    }
    const earlier = this.#conversations.get(conversationId) ?? new Map<string, FoundValue>();
    const added = earlier.size === 0 ? [] : knownIn(texts, earlier);
    this.#remember(conversationId, earlier, found);
    return added;
  }

  #remember(
    conversationId: string,
    values: Map<string, FoundValue>,
    found: readonly FoundValue[],
  ): void {
    for (const one of found) {
      if (one.kind === "secret" && values.size < maxValues) {
        values.set(one.value, one);
      }
    }
    if (values.size > 0) {
      this.#conversations.delete(conversationId);
      this.#conversations.set(conversationId, values);
    }
    const [oldest] = this.#conversations.keys();
    if (oldest !== undefined && this.#conversations.size > maxConversations) {
      this.#conversations.delete(oldest);
    }
  }
}

function knownIn(
  texts: readonly string[],
  earlier: ReadonlyMap<string, FoundValue>,
): readonly FoundValue[] {
  const known = new KnownValues(earlier.keys());
  const values = new Set(
    texts.flatMap((text) => [...known.placesIn(text)].map(({ value }) => value)),
  );
  return [...values].flatMap((value) => earlier.get(value) ?? []);
}
