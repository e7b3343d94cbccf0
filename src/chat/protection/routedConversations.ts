import type { StreamEvent, StreamOptions } from "../../hub/wire/chatTypes.ts";
import { keptRoutes } from "../../shared/guarded/dataProtection.ts";

const maxConversations = 1_000;

/**
 * Remembers conversations and runs that a model in house answered, so that later requests stay there even if a
 * summary no longer has the value. After a restart of the editor `routedTo` comes from the conversation's notices.
 */
export class RoutedConversations {
  readonly #models = new Map<string, string>();

  optionsOf(options: StreamOptions): StreamOptions {
    const routedTo = this.#models.get(keyOf(options)) ?? options.routedTo;
    return routedTo === undefined ? options : { ...options, routedTo };
  }

  async *watch(
    events: AsyncIterable<StreamEvent>,
    options: StreamOptions,
  ): AsyncGenerator<StreamEvent> {
    const key = keyOf(options);
    for await (const event of events) {
      if (event.kind === "notice" && event.failure.kind === "dlp_routed" && key !== "") {
        this.#note(key, event.failure.hubCode ?? "");
      }
      yield withHiddenKinds(event, options);
    }
  }

  #note(key: string, model: string): void {
    this.#models.delete(key);
    this.#models.set(key, model);
    const [oldest] = this.#models.keys();
    if (this.#models.size > maxConversations && oldest !== undefined) {
      this.#models.delete(oldest);
    }
  }
}

/** The hub does not see masked values, so it cannot name their kinds. */
function withHiddenKinds(event: StreamEvent, { hidden = [] }: StreamOptions): StreamEvent {
  if (event.kind !== "notice" || event.failure.kind !== "dlp_routed") {
    return event;
  }
  const named = event.failure.dlpFindings ?? [];
  const kinds = keptRoutes(hidden).filter((kind) => named.every(({ type }) => type !== kind));
  const dlpFindings = [...named, ...kinds.map((type) => ({ type, count: 1 }))];
  return { ...event, failure: { ...event.failure, dlpFindings } };
}

function keyOf({ conversationId, run }: StreamOptions): string {
  return conversationId ?? run?.id ?? "";
}
