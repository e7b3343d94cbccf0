import type { HubClient } from "../../hub/calls/hubClient.ts";
import { toFailure } from "../../hub/errors/hubError.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { ModelList } from "../../shared/calls/protocol.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { canBeUsed } from "../../shared/hubApi/nearestModels.ts";

export interface ModelsDeps {
  readonly connection: {
    readonly client: HubClient | undefined;
    readonly onDidChange: (listener: () => void) => Disposable;
    start(): Promise<void>;
  };
  readonly settings: {
    model(): string;
    /** True if the organisation has set the model on this machine. */
    isModelLocked(): boolean;
    setModel(id: string): Thenable<void>;
    onDidChange(name: "model", listener: () => void): Disposable;
  };
  readonly clock: Clock;
}

interface Listed {
  readonly client: HubClient;
  readonly list: ModelList;
}

export class Models implements Disposable {
  readonly #deps: ModelsDeps;
  readonly #didChangeSelection = new Emitter<undefined>();
  readonly #subscriptions: readonly Disposable[];
  /** Bridges the time until the settings report the choice. */
  #chosen: string | undefined;
  /** Pending writes: until they end, the settings report earlier choices. */
  #writes = 0;
  #listed: Listed | undefined;
  #loading: Promise<ModelList> | undefined;
  readonly #refused = new Set<string>();

  readonly onDidChangeSelection = this.#didChangeSelection.event;

  constructor(deps: ModelsDeps) {
    this.#deps = deps;
    this.#subscriptions = [
      deps.settings.onDidChange("model", () => {
        if (this.#writes === 0) {
          this.#chosen = undefined;
          this.#didChangeSelection.fire(undefined);
        }
      }),
      deps.connection.onDidChange(() => {
        this.#loading = undefined;
        this.#refused.clear();
        if (deps.connection.client) {
          void this.list({ refresh: false });
        }
      }),
    ];
  }

  /** The person's choice, in the list or not; without a choice the first chat model of the list; else undefined. */
  get selected(): string | undefined {
    const chosen = this.#chosen ?? this.#deps.settings.model();
    return chosen === "" ? this.#listed?.list.models.find(canBeUsed)?.id : chosen;
  }

  get selectedName(): string | undefined {
    return this.selectedModel?.name;
  }

  get selectedModel(): HubModel | undefined {
    return this.listed(this.selected);
  }

  listed(id: string | undefined): HubModel | undefined {
    return this.#listed?.list.models.find((model) => model.id === id);
  }

  get outcome(): { readonly failure: Failure | undefined } | undefined {
    return this.#listed?.client === this.#deps.connection.client && this.#listed
      ? { failure: this.#listed.list.failure }
      : undefined;
  }

  get isSelectedUnlisted(): boolean {
    const { selected } = this;
    const { models = [] } = this.#listed?.list ?? {};
    return selected !== undefined && models.length > 0 && !models.some(({ id }) => id === selected);
  }

  noteRefused(id: string): void {
    this.#refused.add(id);
  }

  takesImages(id: string): boolean {
    return this.listed(id)?.capabilities.vision !== false;
  }

  takesTools(id: string): boolean {
    return this.listed(id)?.capabilities.tools !== false;
  }

  get isLocked(): boolean {
    return this.#deps.settings.isModelLocked();
  }

  /** Effective for the next message; resolves when the settings are saved. A locked model stays. */
  async select(id: string): Promise<void> {
    if (this.isLocked) {
      await this.#deps.settings.setModel(id);
      return;
    }
    this.#chosen = id;
    this.#didChangeSelection.fire(undefined);
    this.#writes += 1;
    try {
      await this.#deps.settings.setModel(id);
    } finally {
      this.#writes -= 1;
    }
  }

  /** The cached list of the present hub, or a new one. A failure is returned with the old list. */
  async list({ refresh }: { readonly refresh: boolean }): Promise<ModelList> {
    await this.#deps.connection.start();
    const { client } = this.#deps.connection;
    if (!client) {
      return { models: [], failure: { kind: "auth_missing" } };
    }
    const known = this.#listed?.client === client ? this.#listed.list : undefined;
    if (known?.fetchedAt !== undefined && !refresh) {
      return this.#withRefused(known);
    }
    const loading = this.#loading ?? this.#load(client, known);
    this.#loading = loading;
    try {
      return this.#withRefused(await loading);
    } finally {
      // Another hub may have connected meanwhile, and its list may be loading.
      if (this.#loading === loading) {
        this.#loading = undefined;
      }
    }
  }

  /** The list for a choice of a chat's model: if the organisation has set it, all others are locked. */
  async choices(options: { readonly refresh: boolean }): Promise<ModelList> {
    const list = await this.list(options);
    const { selected } = this;
    const models = list.models.map((model) =>
      model.id === selected || model.locked ? model : { ...model, locked: {} },
    );
    return this.isLocked ? { ...list, models } : list;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    this.#didChangeSelection.dispose();
  }

  async #load(client: HubClient, known: ModelList | undefined): Promise<ModelList> {
    let list: ModelList;
    try {
      const models = await client.listModels({ signal: new AbortController().signal });
      list = { models: [...models], fetchedAt: this.#deps.clock.now() };
    } catch (error) {
      list = { models: [], ...known, failure: toFailure(error) };
    }
    if (this.#deps.connection.client === client) {
      this.#listed = { client, list };
      this.#didChangeSelection.fire(undefined);
    }
    return list;
  }

  #withRefused(list: ModelList): ModelList {
    if (this.#refused.size === 0) {
      return list;
    }
    const listed = new Set(list.models.map(({ id }) => id));
    const unlisted = [...this.#refused].filter((id) => !listed.has(id));
    return {
      ...list,
      models: [
        ...list.models.map((model) =>
          this.#refused.has(model.id) ? { ...model, locked: model.locked ?? {} } : model,
        ),
        ...unlisted.map((id) => ({ id, name: id, capabilities: {}, locked: {} })),
      ],
    };
  }
}
