import * as z from "zod/mini";

import { parseJson } from "../../shared/base/json.ts";
import { setExclusions } from "../../shared/guarded/excludedPaths.ts";
import { setOwnKinds } from "../../shared/guarded/ownKindsInUse.ts";
import { type HubPolicy, hubPolicySchema } from "../../shared/hubApi/agentPolicy.ts";
import { HubError } from "../errors/hubError.ts";
import { Exchange, type ExchangeDeps } from "../wire/exchange.ts";

const maxBytes = 1024 * 1024;
const maxAgeMs = 5 * 60_000;
/** A hub that is away for longer has no policy that is known. */
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

  /** Paths that the kept policy excludes are excluded at once. */
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
      const policy = await this.#fetch(signal);
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

  async #fetch(signal: AbortSignal): Promise<HubPolicy> {
    const exchange = new Exchange(this.#deps, { signal });
    try {
      await exchange.open({ path: "/hub/v1/policy", method: "GET" });
      const answer = hubPolicySchema.safeParse(parseJson(await exchange.readText(maxBytes)));
      if (!answer.success) {
        // An unreadable limit is not a permission.
        throw await exchange.named(new HubError({ kind: "not_a_hub" }));
      }
      return answer.data;
    } catch (error) {
      if (error instanceof HubError && error.failure.httpStatus === 404) {
        return {};
      }
      throw error;
    } finally {
      exchange.close();
    }
  }
}
