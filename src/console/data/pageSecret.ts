const key = "ai-hub-console-page";

/**
 * The token of the session, kept in this tab only. A browser sends the cookie to every port of the
 * host; on the loopback, this token proves that a request comes from the page of the signed-in
 * person.
 */
export class PageSecret {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Empty if nobody has signed in yet. */
  read(): string {
    try {
      return this.#storage.getItem(key) ?? "";
    } catch {
      // A browser without storage: the token is kept until the page is left.
      return "";
    }
  }

  /** An empty token removes the stored one. */
  keep(token: string): void {
    try {
      if (token === "") {
        this.#storage.removeItem(key);
      } else {
        this.#storage.setItem(key, token);
      }
    } catch {
      // A browser without storage: the token is kept until the page is left.
    }
  }
}

/**
 * Takes the token from the address to which the organisation's sign-in returned, and removes it
 * there.
 */
export function takeFromAddress(secret: PageSecret): void {
  const [, token] = /^#page=([\w-]{43})$/u.exec(location.hash) ?? [];
  if (token !== undefined) {
    secret.keep(token);
    history.replaceState(undefined, "", location.pathname + location.search);
  }
}

export function isLoopbackPage(): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
}
