import { openSealedText, sealText } from "../../auth/sealedText.ts";
import type { OpenIdConfig } from "../../config/openIdConfig.ts";
import type { AuditEvent, UserRecord } from "../../store/records.ts";
import type { OpenIdGrant } from "../../store/store.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { type Change, changeEvent, type Changes } from "../base/changes.ts";
import { ownTokens } from "../records/tokens.ts";
import { OpenIdClient, type OpenIdRenewal } from "./openIdClient.ts";

const tickMs = 30_000;
/** Milliseconds between checks, so that a person whom the provider locks out is out within five minutes. */
const checkMs = 4 * 60_000;
const parallel = 8;

/** Stores a person's refresh token for `OpenIdChecks`. Without a client secret there is no key to encrypt it. */
export async function storeOpenIdGrant(
  userId: string,
  refreshToken: string | undefined,
  { openId, store, clock }: AdminDeps,
): Promise<void> {
  const secret = openId?.clientSecret;
  if (refreshToken !== undefined && secret !== undefined) {
    const sealed = sealText(refreshToken, { secret, owner: userId });
    await store.openIdGrants.put({ userId, sealed }, clock.now());
  }
}

/** Asks the provider every few minutes whether each person may still sign in. Several hubs share the work. */
export class OpenIdChecks {
  readonly #secret: string;
  readonly #client: OpenIdClient;
  readonly #deps: AdminDeps;
  readonly #changes: Changes;
  #cancelTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(config: OpenIdConfig, deps: AdminDeps, changes: Changes) {
    this.#secret = config.clientSecret ?? "";
    this.#client = new OpenIdClient(config);
    this.#deps = deps;
    this.#changes = changes;
  }

  async run(): Promise<void> {
    const { clock, onError } = this.#deps;
    try {
      await this.#checkDue(clock.now());
    } catch (error) {
      onError(error);
    }
    if (!this.#isStopped) {
      this.#cancelTimer = clock.startTimer(() => void this.run(), tickMs);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer?.();
  }

  async #checkDue(now: number): Promise<void> {
    const due = [...(await this.#deps.store.openIdGrants.takeDue(now - checkMs, now))];
    const work = async (): Promise<void> => {
      for (let grant = due.pop(); grant; grant = due.pop()) {
        await this.#check(grant);
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
  }

  /** Checks a person. While the provider does not answer, people can work: its failure must not stop everybody. */
  async #check(grant: OpenIdGrant): Promise<void> {
    const { store, onError } = this.#deps;
    const key = { secret: this.#secret, owner: grant.userId };
    try {
      const token = openSealedText(grant.sealed, key);
      const answer = await this.#answerFor(grant, token);
      if (answer.kind === "refused") {
        await this.#changes.make(() => this.#lockOut(grant));
      } else if (answer.refreshToken !== token) {
        await store.openIdGrants.replace(grant, sealText(answer.refreshToken, key));
      }
    } catch (error) {
      onError(error);
    }
  }

  /**
   * The provider's answer. A token that cannot be decrypted, after a change of the client secret, counts as refused.
   */
  async #answerFor({ userId }: OpenIdGrant, token: string | undefined): Promise<OpenIdRenewal> {
    const user = await this.#deps.store.records.get("user", userId);
    return token === undefined || user?.subject === undefined
      ? { kind: "refused" }
      : this.#client.renew(token, user.subject);
  }

  async #lockOut(grant: OpenIdGrant): Promise<void> {
    const { store, clock } = this.#deps;
    // Unchanged means: no sign-in and no other hub's renewal came in between.
    const isRemoved = await store.openIdGrants.replace(grant);
    const user = isRemoved ? await store.records.get("user", grant.userId) : undefined;
    if (!user) {
      return;
    }
    const { id, name } = user;
    const now = clock.now();
    const fields = ["refused_at"];
    await store.records.put(
      "user",
      { ...user, refusedAt: now },
      eventOf({ action: "update", kind: "user", id, name, fields }, user, now),
    );
    await store.sessions.removeOfUser(id);
    const tokens = await ownTokens(store.records, user);
    const devices = tokens.filter(({ device, revokedAt }) => device && revokedAt === undefined);
    for (const token of devices) {
      await store.records.put(
        "token",
        { ...token, revokedAt: now },
        eventOf({ action: "delete", kind: "token", id: token.id, name: token.name }, user, now),
      );
    }
  }
}

function eventOf(change: Change, user: UserRecord, now: number): AuditEvent {
  const event = changeEvent(change, { user }, now);
  return { ...event, detail: { ...event.detail, by: "OpenID Connect" } };
}
