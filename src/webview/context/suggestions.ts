import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";

import type { Clock } from "../../shared/base/clock.ts";
import type { ContextItem, ContextSource, SlashCommand } from "../../shared/calls/contextCalls.ts";
import { tokenAt, type TypedToken } from "./typedToken.ts";

export type Suggestion =
  | { readonly kind: "item"; readonly item: ContextItem }
  | { readonly kind: "narrow"; readonly source: ContextSource; readonly label: string }
  | { readonly kind: "browse"; readonly label: string }
  | { readonly kind: "command"; readonly command: SlashCommand };

export interface SuggestionDeps {
  readonly clock: Clock;
  readonly search: (
    query: string,
    source: ContextSource | undefined,
    stage: "quick" | "full",
  ) => Promise<readonly ContextItem[]>;
  readonly commands: () => Promise<readonly SlashCommand[]>;
  readonly sourceName: (source: ContextSource) => string;
  readonly browseName: string;
}

export type OpenedBy = TypedToken["kind"] | "button";

/** Milliseconds between searches; fast typing has shorter gaps. */
const debounceMs = 60;

const sources: readonly ContextSource[] = [
  "file",
  "folder",
  "symbol",
  "editor",
  "search",
  "codebase",
  "commit",
  "conversation",
];

export class Suggestions {
  readonly #deps: SuggestionDeps;
  readonly #openedBy = signal<OpenedBy | undefined>(undefined);
  readonly #query = signal("");
  readonly #source = signal<ContextSource | undefined>(undefined);
  readonly #items = signal<readonly ContextItem[]>([]);
  readonly #commands = signal<readonly SlashCommand[]>([]);
  readonly #isLoading = signal(false);
  readonly #active = signal(0);
  #token: TypedToken | undefined;
  /** Start of the token that Escape dismissed; another token opens the popup. */
  #dismissedAt: number | undefined;
  #round = 0;
  #cancelTimer: (() => void) | undefined;

  readonly rows = computed((): readonly Suggestion[] =>
    this.#openedBy.value === "command" ? this.#commandRows() : this.#contextRows(),
  );

  constructor(deps: SuggestionDeps) {
    this.#deps = deps;
  }

  get openedBy(): ReadonlySignal<OpenedBy | undefined> {
    return this.#openedBy;
  }

  get query(): ReadonlySignal<string> {
    return this.#query;
  }

  get source(): ReadonlySignal<ContextSource | undefined> {
    return this.#source;
  }

  get isLoading(): ReadonlySignal<boolean> {
    return this.#isLoading;
  }

  get active(): ReadonlySignal<number> {
    return this.#active;
  }

  get token(): TypedToken | undefined {
    return this.#token;
  }

  follow(text: string, caret: number): void {
    if (this.#openedBy.value === "button") {
      return;
    }
    const token = tokenAt(text, caret, this.#source.value !== undefined);
    if (!token || token.start === this.#dismissedAt) {
      if (!token) {
        this.#dismissedAt = undefined;
      }
      this.#close();
      return;
    }
    const isSame = this.#openedBy.value === token.kind && this.#query.value === token.query;
    this.#token = token;
    this.#dismissedAt = undefined;
    if (!isSame) {
      this.#open(token.kind, token.query);
    }
  }

  openByButton(): void {
    this.#token = undefined;
    this.#open("button", "");
  }

  type(query: string): void {
    this.#open("button", query);
  }

  narrow(source: ContextSource | undefined): void {
    this.#source.value = source;
    this.#items.value = [];
    this.#search("now");
  }

  move(to: number): void {
    const count = this.rows.value.length;
    this.#active.value = count === 0 ? 0 : (to + count) % count;
  }

  close(): void {
    this.#dismissedAt = this.#token?.start;
    this.#close();
  }

  #open(openedBy: OpenedBy, query: string): void {
    const isNew = this.#openedBy.value !== openedBy;
    batch(() => {
      this.#openedBy.value = openedBy;
      this.#query.value = query;
      this.#active.value = 0;
      if (isNew) {
        this.#source.value = undefined;
        this.#items.value = [];
      }
    });
    this.#search(isNew ? "now" : "soon");
  }

  #close(): void {
    this.#round += 1;
    this.#cancelTimer?.();
    batch(() => {
      this.#openedBy.value = undefined;
      this.#source.value = undefined;
      this.#isLoading.value = false;
    });
  }

  #search(when: "now" | "soon"): void {
    this.#round += 1;
    this.#cancelTimer?.();
    const round = this.#round;
    if (this.#openedBy.value === "command") {
      if (when === "now") {
        void this.#loadCommands(round);
      }
      return;
    }
    this.#isLoading.value = true;
    if (when === "now") {
      void this.#run(round);
    } else {
      this.#cancelTimer = this.#deps.clock.startTimer(() => void this.#run(round), debounceMs);
    }
  }

  async #run(round: number): Promise<void> {
    const query = this.#query.value;
    const source = this.#source.value;
    const quick = await this.#deps.search(query, source, "quick");
    if (round === this.#round && quick.length > 0) {
      this.#items.value = quick;
    }
    const full = round === this.#round ? await this.#deps.search(query, source, "full") : [];
    if (round === this.#round) {
      batch(() => {
        this.#items.value = full;
        this.#active.value = Math.min(this.#active.value, Math.max(0, this.rows.value.length - 1));
        this.#isLoading.value = false;
      });
    }
  }

  async #loadCommands(round: number): Promise<void> {
    const commands = await this.#deps.commands();
    if (round === this.#round || this.#openedBy.value === "command") {
      this.#commands.value = commands;
    }
  }

  #commandRows(): readonly Suggestion[] {
    const query = this.#query.value.toLowerCase();
    const matches = this.#commands.value.filter(({ name }) => name.toLowerCase().includes(query));
    const starts = (name: string): number => (name.toLowerCase().startsWith(query) ? 0 : 1);
    return matches
      .toSorted((a, b) => starts(a.name) - starts(b.name))
      .map((command) => ({ kind: "command", command }));
  }

  #contextRows(): readonly Suggestion[] {
    const items = this.#items.value.map((item): Suggestion => ({ kind: "item", item }));
    const query = this.#query.value.trim().toLowerCase();
    if (this.#source.value !== undefined) {
      return items;
    }
    const { sourceName, browseName } = this.#deps;
    const names = sources.map((source): Suggestion => ({
      kind: "narrow",
      source,
      label: sourceName(source),
    }));
    const more: readonly Suggestion[] = [...names, { kind: "browse", label: browseName }];
    return [...items, ...more.filter((row) => isCalled(row, query))];
  }
}

function isCalled(row: Suggestion, query: string): boolean {
  return "label" in row && row.label.toLowerCase().startsWith(query);
}
