import { parseJson } from "../../shared/base/json.ts";
import { setExclusions } from "../../shared/guarded/excludedPaths.ts";
import { type HubPolicy, hubPolicySchema } from "../../shared/hubApi/agentPolicy.ts";
import { HubError } from "../errors/hubError.ts";
import { Exchange, type ExchangeDeps } from "../wire/exchange.ts";

const maxBytes = 256 * 1024;
const maxAgeMs = 5 * 60_000;

export class HubPolicies {
  readonly #deps: ExchangeDeps;
  #known: { readonly policy: HubPolicy; readonly at: number } | undefined;

  constructor(deps: ExchangeDeps) {
    this.#deps = deps;
  }

  /** If the hub does not answer, returns the last known policy. A hub without the route (404) sets no limits. */
  async read({ signal }: { readonly signal: AbortSignal }): Promise<HubPolicy> {
    const now = this.#deps.clock.now();
    const known = this.#known;
    if (known && now >= known.at && now - known.at < maxAgeMs) {
      return known.policy;
    }
    try {
      const policy = await this.#fetch(signal);
      setExclusions("hub", policy.exclusions);
      this.#known = { policy, at: now };
      return policy;
    } catch (error) {
      if (!known || signal.aborted) {
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
