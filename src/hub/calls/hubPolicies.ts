import * as z from "zod/mini";

import { setExclusions } from "../../shared/guarded/excludedPaths.ts";
import { setOwnKinds } from "../../shared/guarded/ownKindsInUse.ts";
import { type HubPolicy, hubPolicySchema } from "../../shared/hubApi/agentPolicy.ts";
import type { ExchangeDeps } from "../wire/exchange.ts";
import { readOptional } from "../wire/readOptional.ts";

const maxAgeMs = 5 * 60_000;
/** While the hub does not answer, its last policy applies for at most this long. */
const maxKeptMs = 7 * 24 * 3_600_000;

/** The last policy of each origin, over restarts. */
export interface KeptPolicies {
  get(origin: string): unknown;
  set(origin: string, kept: object): void;
}

export interface HubPoliciesDeps extends ExchangeDeps {
  readonly keptPolicies?: KeptPolicies | undefined;
}

const keptSchema = z.object({ policy: hubPolicySchema, at: z.number() });

export class HubPolicies {
  readonly #deps: HubPoliciesDeps;
  readonly #origin: string;
  #known: z.infer<typeof keptSchema> | undefined;
  #isRead = false;

  /** Applies the exclusions of the last stored policy at once. */
  constructor(deps: HubPoliciesDeps) {
    this.#deps = deps;
    this.#origin = URL.parse(deps.baseUrl)?.origin ?? deps.baseUrl;
    this.#known = keptSchema.safeParse(deps.keptPolicies?.get(this.#origin)).data;
    setExclusions("hub", this.#known?.policy.exclusions);
  }

  /**
   * If the hub does not answer, returns its last known policy, for at most seven days. A hub without the route (404)
   * sets no limits.
   */
  async read({ signal }: { readonly signal: AbortSignal }): Promise<HubPolicy> {
    const now = this.#deps.clock.now();
    const known = this.#known;
    if (known && this.#isRead && now >= known.at && now - known.at < maxAgeMs) {
      return known.policy;
    }
    try {
      const route = { path: "/hub/v1/policy", signal };
      // An unreadable policy is a failure: a limit that cannot be read is not a permission.
      const policy = (await readOptional(this.#deps, route, hubPolicySchema)) ?? {};
      setExclusions("hub", policy.exclusions);
      setOwnKinds(policy.own_kinds);
      this.#known = { policy, at: now };
      this.#isRead = true;
      this.#deps.keptPolicies?.set(this.#origin, this.#known);
      return policy;
    } catch (error) {
      if (!known || signal.aborted || Math.abs(now - known.at) > maxKeptMs) {
        throw error;
      }
      return known.policy;
    }
  }
}
