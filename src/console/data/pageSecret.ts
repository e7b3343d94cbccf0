const key = "ai-hub-console-page";

/**
 * The token of the session, kept in this tab alone: beside the cookie, which a browser sends to every port of the
 * host, it proves on the loopback that a request comes from the page where somebody signed in.
 */
export class PageSecret {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Empty where nobody has signed in yet. */
  read(): string {
    try {
      return this.#storage.getItem(key) ?? "";
    } catch {
      // A browser that stores nothing: it holds until the page is left.
      return "";
    }
  }

  /** An empty one takes it away. */
  keep(token: string): void {
    try {
      if (token === "") {
        this.#storage.removeItem(key);
      } else {
        this.#storage.setItem(key, token);
      }
    } catch {
      // A browser that stores nothing: it holds until the page is left.
    }
  }
}

/** Takes the token out of the address that the organisation's sign-in came back to. */
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
