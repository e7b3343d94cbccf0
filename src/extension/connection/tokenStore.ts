import type { Clock } from "../../shared/clock.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { Disposable } from "../../shared/lifecycle.ts";

/** The part of the editor's SecretStorage that is used. */
export interface Secrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  onDidChange(listener: (event: { readonly key: string }) => void): Disposable;
}

export interface StoredToken {
  readonly token: string;
  /** Whether it survives a restart: false where the secret store is missing, slow or failing. */
  readonly isKept: boolean;
}

const hubPrefix = "aiHub.token:";

/** A locked key ring may never answer; nobody waits longer than this for it. */
const patienceMs = 5_000;

/**
 * Tokens, each under the origin it was given for and never handed out for another. Where the secret store
 * does not work, tokens live in memory until the window closes.
 */
export class TokenStore implements Disposable {
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #keyPrefix: string;
  readonly #session = new Map<string, string>();
  readonly #didChange = new Emitter<string>();
  readonly #subscription: Disposable;

  /** An origin whose token changed, here or in another window. */
  readonly onDidChange = this.#didChange.event;

  /** `keyPrefix` tells kinds of secrets apart; by itself it is that of hub tokens. */
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

  /** Keeps a token; the answer says whether it will survive a restart. */
  async set(origin: string, token: string): Promise<StoredToken> {
    const key = this.#keyPrefix + origin;
    this.#session.set(key, token);
    try {
      await this.#attempt(() => this.#secrets.store(key, token));
      this.#session.delete(key);
      return { token, isKept: true };
    } catch {
      // The store is missing, locked or broken: the token stays in memory, and the answer says so.
      this.#didChange.fire(origin);
      return { token, isKept: false };
    }
  }

  /** Forgets a token; false if the secret store would not. */
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
