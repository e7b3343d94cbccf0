import { Emitter } from "../../shared/base/emitter.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import type { AgentPolicy } from "../../shared/hubApi/agentPolicy.ts";

export interface KnownPolicyDeps {
  /** What the connected hub allows the agent; rejects if that cannot be read. */
  readonly read: (signal: AbortSignal) => Promise<AgentPolicy>;
  /** The hub or the token changed. */
  readonly onDidConnect: (listener: () => void) => Disposable;
}

/**
 * The hub's policy as it was last read, for what is shown without waiting for the hub. It is read once for each
 * connection, and again before each run; where nothing could be read, it limits nothing.
 */
export class KnownPolicy implements Disposable {
  readonly #deps: KnownPolicyDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  /** Aborted when the hub or the token changes: a late answer belongs to the connection of before. */
  #round = new AbortController();
  #current: AgentPolicy = {};

  /** `current` may have changed. */
  readonly onDidChange = this.#didChange.event;

  constructor(deps: KnownPolicyDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.onDidConnect(() => this.#renew()));
  }

  get current(): AgentPolicy {
    return this.#current;
  }

  /** Reads the policy for a run; rejects if it cannot be read. */
  async read(signal: AbortSignal): Promise<AgentPolicy> {
    const round = this.#round.signal;
    const policy = await this.#deps.read(signal);
    if (!round.aborted) {
      this.#keep(policy);
    }
    return policy;
  }

  /** Reads the policy in the background; what a hub that does not answer said before stays. */
  look(): void {
    void this.read(this.#round.signal).catch(() => undefined);
  }

  dispose(): void {
    this.#round.abort();
    this.#disposables.dispose();
  }

  #renew(): void {
    this.#round.abort();
    this.#round = new AbortController();
    this.#keep({});
    this.look();
  }

  #keep(policy: AgentPolicy): void {
    this.#current = policy;
    this.#didChange.fire(undefined);
  }
}
