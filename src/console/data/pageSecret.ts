const key = "ai-hub-console-page";

/**
 * A browser sends the cookie to every port of the host; this token, stored in this tab only, proves that the signed-in
 * person's page sends the request.
 */
export class PageSecret {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  read(): string {
    try {
      return this.#storage.getItem(key) ?? "";
    } catch {
      // Without storage, the token is lost when the page is left.
      return "";
    }
  }

  /** An empty token removes the stored token. */
  keep(token: string): void {
    try {
      if (token === "") {
        this.#storage.removeItem(key);
      } else {
        this.#storage.setItem(key, token);
      }
    } catch {
      // Without storage, the token is lost when the page is left.
    }
  }
}

/** After an OpenID sign-in; removes the token from the address. */
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
