import type { Clock } from "../../shared/base/clock.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";

export interface Secrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  onDidChange(listener: (event: { readonly key: string }) => void): Disposable;
}

export interface StoredToken {
  readonly token: string;
  /** Whether the token survives a restart: false if the secret store is missing, slow or failing. */
  readonly isKept: boolean;
}

/** The tokens as their users see them: a sign-in's token can be renewed. */
export interface Tokens {
  readonly onDidChange: TokenStore["onDidChange"];
  get(origin: string): Promise<StoredToken | undefined>;
  set(origin: string, token: string): Promise<StoredToken>;
  clear(origin: string): Promise<boolean>;
  renew?(origin: string, token: string): Promise<StoredToken | undefined>;
}

const hubPrefix = "aiHub.token:";

/** A locked key ring may never answer. */
const patienceMs = 5_000;

/**
 * Stores each token under the origin it was given for and returns it for no other. If the secret store fails, the token
 * stays in memory until the window closes.
 */
export class TokenStore implements Disposable {
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #keyPrefix: string;
  readonly #session = new Map<string, string>();
  readonly #didChange = new Emitter<string>();
  readonly #subscription: Disposable;

  readonly onDidChange = this.#didChange.event;

  constructor(secrets: Secrets, clock: Clock, keyPrefix = hubPrefix) {
    this.#secrets = secrets;
    this.#clock = clock;
    this.#keyPrefix = keyPrefix;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(keyPrefix)) {
        this.#session.delete(key);
        this.#didChange.fire(key.slice(keyPrefix.length));
      }
    });
  }

  async get(origin: string): Promise<StoredToken | undefined> {
    const key = this.#keyPrefix + origin;
    const inSession = this.#session.get(key);
    if (inSession !== undefined) {
      return { token: inSession, isKept: false };
    }
    const token = await this.#attempt(() => this.#secrets.get(key)).catch(() => undefined);
    return token ? { token, isKept: true } : undefined;
  }

  async set(origin: string, token: string): Promise<StoredToken> {
    const key = this.#keyPrefix + origin;
    this.#session.set(key, token);
    try {
      await this.#attempt(() => this.#secrets.store(key, token));
      this.#session.delete(key);
      return { token, isKept: true };
    } catch {
      // The store is missing, locked or broken: the token stays in memory, and `isKept` reports it.
      this.#didChange.fire(origin);
      return { token, isKept: false };
    }
  }

  async clear(origin: string): Promise<boolean> {
    const key = this.#keyPrefix + origin;
    this.#session.delete(key);
    try {
      await this.#attempt(() => this.#secrets.delete(key));
      return true;
    } catch {
      return false;
    } finally {
      this.#didChange.fire(origin);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#didChange.dispose();
  }

  #attempt<T>(work: () => PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.startTimer(
        () => reject(new Error("The secret store does not answer")),
        patienceMs,
      );
      Promise.resolve().then(work).then(resolve, reject).finally(cancel);
    });
  }
}
