import type { LocalHubFile } from "../shared/localHub.ts";

type Fetch = typeof globalThis.fetch;

interface LocalHubFetchDeps {
  readonly fetch: Fetch;
  /** Makes the `fetch` that asks for a proof. */
  readonly loadProven: (hub: LocalHubFile) => Promise<Fetch>;
}

/**
 * A `fetch` that sends nothing to the address of a local hub before the program there has proved to be that hub, also
 * after it has died. Other addresses are asked as usual.
 */
export class LocalHubFetch {
  readonly #deps: LocalHubFetchDeps;
  /** By their origins. */
  readonly #hubs = new Map<string, { readonly hub: LocalHubFile; proven?: Promise<Fetch> }>();

  constructor(deps: LocalHubFetchDeps) {
    this.#deps = deps;
  }

  /** From now on the address is this hub's. */
  know(hub: LocalHubFile): void {
    const { origin } = new URL(hub.url);
    if (this.#hubs.get(origin)?.hub.token !== hub.token) {
      this.#hubs.set(origin, { hub });
    }
  }

  readonly fetch: Fetch = async (input, init) => {
    const { fetch, loadProven } = this.#deps;
    const url = new URL(input instanceof Request ? input.url : input);
    const known = this.#hubs.get(url.origin);
    if (!known || isOther(known.hub, url, init)) {
      return await fetch(input, init);
    }
    known.proven ??= loadProven(known.hub);
    return await (
      await known.proven
    )(input, init);
  };
}

/** With a token that the person set by hand: a hub of theirs at the same port, which cannot prove the local one's. */
function isOther({ token }: LocalHubFile, url: URL, init: RequestInit | undefined): boolean {
  const authorization = new Headers(init?.headers).get("authorization");
  const isForHub = authorization !== null && url.pathname.startsWith("/hub/");
  return isForHub && authorization !== `Bearer ${token}`;
}
