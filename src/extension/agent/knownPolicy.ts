import { Emitter } from "../../shared/base/emitter.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import type { AgentPolicy } from "../../shared/hubApi/agentPolicy.ts";

export interface KnownPolicyDeps {
  /** The connected hub's policy for the agent; rejects if it cannot be read. */
  readonly read: (signal: AbortSignal) => Promise<AgentPolicy>;
  readonly onDidConnect: (listener: () => void) => Disposable;
}

/**
 * The last known policy, for display without waiting. Read once per connection and again before each run; before the
 * first success it limits nothing.
 */
export class KnownPolicy implements Disposable {
  readonly #deps: KnownPolicyDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  /** Aborted when hub or token change, so that a late answer of the old connection is ignored. */
  #round = new AbortController();
  #current: AgentPolicy = {};

  readonly onDidChange = this.#didChange.event;

  constructor(deps: KnownPolicyDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.onDidConnect(() => this.#renew()));
  }

  get current(): AgentPolicy {
    return this.#current;
  }

  async read(signal: AbortSignal): Promise<AgentPolicy> {
    const round = this.#round.signal;
    const policy = await this.#deps.read(signal);
    if (!round.aborted) {
      this.#keep(policy);
    }
    return policy;
  }

  /** Refreshes the policy in the background; on failure the last known policy remains. */
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
