import * as z from "zod/mini";

import { parseJson } from "../../shared/base/json.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import {
  type DeviceDeps,
  DeviceError,
  type DeviceSecrets,
  endSignIn,
  renewSignIn,
} from "../calls/deviceSignIn.ts";
import type { StoredToken, TokenStore } from "./tokenStore.ts";

export interface HubTokensDeps extends Omit<DeviceDeps, "baseUrl"> {
  /** Pasted tokens, and the short tokens of a sign-in. */
  readonly access: TokenStore;
  /** The refresh tokens of sign-ins, under the same origins. */
  readonly renewals: TokenStore;
  /** Runs work while no other window or program of this machine runs work of the same name. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

const renewalSchema = z.object({
  baseUrl: z.string(),
  refresh: z.string(),
  /** The end of the access token, in epoch milliseconds. */
  expiresAt: z.number(),
});

type Renewal = z.infer<typeof renewalSchema>;

/** A token is renewed this long before its end, so that no request meets an expired one. */
const marginMs = 10 * 60_000;
const retryMs = 60_000;

/**
 * The hub's tokens, each for one origin: pasted, or of a sign-in that is renewed before its end. Only one window or
 * program renews at a time, because a refresh token works once.
 */
export class HubTokens implements Disposable {
  readonly #deps: HubTokensDeps;
  readonly #disposables = new DisposableStore();
  readonly #timers = new Map<string, () => void>();
  readonly onDidChange: TokenStore["onDidChange"];

  constructor(deps: HubTokensDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.access);
    this.#disposables.add(deps.renewals);
    this.onDidChange = deps.access.onDidChange;
  }

  /** The stored token. Renews a sign-in that ends soon. */
  async get(origin: string): Promise<StoredToken | undefined> {
    const stored = await this.#deps.access.get(origin);
    const renewal = stored && (await this.#renewalOf(origin));
    if (!renewal) {
      return stored;
    }
    const leftMs = renewal.expiresAt - marginMs - this.#deps.clock.now();
    if (leftMs > 0) {
      this.#schedule(origin, leftMs);
      return stored;
    }
    return this.renew(origin, stored.token);
  }

  /** Another token than the refused or expiring one, if the sign-in is still valid. */
  async renew(origin: string, token: string): Promise<StoredToken | undefined> {
    const { access, alone } = this.#deps;
    await alone(`renew ${origin}`, async () => {
      const current = await access.get(origin);
      const renewal = await this.#renewalOf(origin);
      if (renewal && current?.token === token) {
        await this.#renewOnce(origin, renewal);
      }
    });
    return access.get(origin);
  }

  /** Stores a pasted token, which replaces a sign-in. */
  async set(origin: string, token: string): Promise<StoredToken> {
    await this.#end(origin);
    return this.#deps.access.set(origin, token);
  }

  async signIn(origin: string, baseUrl: string, secrets: DeviceSecrets): Promise<StoredToken> {
    await this.#end(origin);
    return this.#keep(origin, baseUrl, secrets);
  }

  /** Signs out, or deletes a pasted token; false if the secret store fails. */
  async clear(origin: string): Promise<boolean> {
    await this.#end(origin);
    return this.#deps.access.clear(origin);
  }

  dispose(): void {
    for (const cancel of this.#timers.values()) {
      cancel();
    }
    this.#disposables.dispose();
  }

  async #renewOnce(origin: string, { baseUrl, refresh }: Renewal): Promise<void> {
    try {
      await this.#keep(origin, baseUrl, await renewSignIn({ ...this.#deps, baseUrl }, refresh));
    } catch (error) {
      if (error instanceof DeviceError && error.problem === "ended") {
        // The hub refuses the access token as well, which the chat shows with a way to sign in.
        await this.#deps.renewals.clear(origin);
      } else {
        this.#schedule(origin, retryMs);
      }
    }
  }

  /** Stores the refresh token first, so that a crash leaves a sign-in that can be renewed. */
  async #keep(origin: string, baseUrl: string, secrets: DeviceSecrets): Promise<StoredToken> {
    const { access, renewals, clock } = this.#deps;
    const { refresh, expiresAt } = secrets;
    await renewals.set(origin, JSON.stringify({ baseUrl, refresh, expiresAt } satisfies Renewal));
    this.#schedule(origin, expiresAt - marginMs - clock.now());
    return access.set(origin, secrets.access);
  }

  async #end(origin: string): Promise<void> {
    const renewal = await this.#renewalOf(origin);
    if (renewal) {
      await this.#deps.renewals.clear(origin);
      await endSignIn({ ...this.#deps, baseUrl: renewal.baseUrl }, renewal.refresh);
    }
  }

  /** Undefined if the stored renewal belongs to another origin. */
  async #renewalOf(origin: string): Promise<Renewal | undefined> {
    const stored = await this.#deps.renewals.get(origin);
    const { data } = renewalSchema.safeParse(parseJson(stored?.token ?? ""));
    return data && URL.parse(data.baseUrl)?.origin === origin ? data : undefined;
  }

  #schedule(origin: string, ms: number): void {
    this.#timers.get(origin)?.();
    const cancel = this.#deps.clock.startTimer(
      () => {
        this.#timers.delete(origin);
        void this.get(origin);
      },
      Math.max(ms, 0),
    );
    this.#timers.set(origin, cancel);
  }
}
