import * as z from "zod/mini";

import { hmac } from "../../shared/base/hash.ts";
import { setHubProtection } from "../../shared/guarded/dataProtection.ts";
import { setExclusions } from "../../shared/guarded/excludedPaths.ts";
import { setOwnKinds } from "../../shared/guarded/ownKindsInUse.ts";
import { type HubPolicy, hubPolicySchema } from "../../shared/hubApi/agentPolicy.ts";
import { leaveOtherHub, setHubSettings } from "../../shared/hubApi/hubClientRules.ts";
import { isOlder } from "../../shared/hubApi/machinePolicy.ts";
import { HubError } from "../errors/hubError.ts";
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

const keptSchema = z.object({
  policy: hubPolicySchema,
  at: z.number(),
  /** By the token, which no other extension and no workspace can read. */
  mac: z.string(),
});

type Kept = z.infer<typeof keptSchema>;
type Known = Omit<Kept, "mac">;

export class HubPolicies {
  readonly #deps: HubPoliciesDeps;
  readonly #origin: string;
  #known: Known | undefined;
  #kept: Promise<void> | undefined;
  #isRead = false;

  /** Applies the exclusions of the last stored policy at once: even a forged policy can only exclude more. */
  constructor(deps: HubPoliciesDeps) {
    this.#deps = deps;
    this.#origin = URL.parse(deps.baseUrl)?.origin ?? deps.baseUrl;
    setExclusions("hub", this.#stored?.policy.exclusions);
    leaveOtherHub(this.#origin);
  }

  /** Uses the stored policy once, if this token has signed it. */
  useKept(): Promise<void> {
    this.#kept ??= this.#checkKept();
    return this.#kept;
  }

  /**
   * Resolves when the policy is known; a stored policy counts, and so does the answer of another maker's hub that has
   * no such route. Rejects if the policy cannot be read, or demands a newer client.
   */
  async known(options: { readonly signal: AbortSignal }): Promise<void> {
    await this.useKept();
    if (!this.#known || this.#demandsNewer(this.#known.policy)) {
      await this.read(options).catch((error: unknown) => {
        if (this.#stored || !isWithoutRoute(error)) {
          throw error;
        }
      });
    }
  }

  /**
   * If the hub does not answer, returns its last known policy, for at most seven days. A hub without the route (404)
   * sets no limits. Rejects if the policy demands a newer client.
   */
  async read(options: { readonly signal: AbortSignal }): Promise<HubPolicy> {
    const policy = await this.#read(options);
    if (this.#demandsNewer(policy)) {
      throw new HubError({ kind: "client_outdated" });
    }
    return policy;
  }

  #demandsNewer({ client }: HubPolicy): boolean {
    const least = client?.minimum_version;
    const version = this.#deps.userAgent?.split("/")[1] ?? "";
    return typeof least === "string" && isOlder(version, least);
  }

  async #read({ signal }: { readonly signal: AbortSignal }): Promise<HubPolicy> {
    await this.useKept();
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
      setHubProtection(policy.sensitive_data);
      setHubSettings(this.#origin, policy.client?.settings);
      this.#known = { policy, at: now };
      this.#isRead = true;
      await this.#keep(this.#known);
      return policy;
    } catch (error) {
      if (!known || signal.aborted || Math.abs(now - known.at) > maxKeptMs) {
        throw error;
      }
      return known.policy;
    }
  }

  get #stored(): Kept | undefined {
    return keptSchema.safeParse(this.#deps.keptPolicies?.get(this.#origin)).data;
  }

  async #checkKept(): Promise<void> {
    const stored = this.#stored;
    if (stored && stored.mac === (await this.#macOf(stored))) {
      this.#known ??= stored;
      setHubSettings(this.#origin, this.#known.policy.client?.settings);
    }
  }

  async #keep(known: Known): Promise<void> {
    const mac = await this.#macOf(known);
    if (mac !== undefined) {
      this.#deps.keptPolicies?.set(this.#origin, { ...known, mac });
    }
  }

  async #macOf({ policy, at }: Known): Promise<string | undefined> {
    const token = await this.#deps.token().catch(() => undefined);
    return token && (await hmac(token, JSON.stringify(["policy", this.#origin, at, policy])));
  }
}

/** True for the answer of a gateway that lacks the route: such answers differ, but none of them has a policy. */
function isWithoutRoute(error: unknown): boolean {
  if (!(error instanceof HubError)) {
    return false;
  }
  const { kind, httpStatus = 200 } = error.failure;
  const isOtherBody = kind === "not_a_hub" && httpStatus === 200 && error.cause === undefined;
  return isOtherBody || [403, 405, 410, 501].includes(httpStatus);
}
