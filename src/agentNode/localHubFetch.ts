import type { LocalHubFile } from "../shared/hubApi/localHub.ts";

type Fetch = typeof globalThis.fetch;

interface LocalHubFetchDeps {
  readonly fetch: Fetch;
  readonly loadProven: (hub: LocalHubFile) => Promise<Fetch>;
}

/** Sends nothing to a local hub's address until the program there proves to be that hub, even after it died. */
export class LocalHubFetch {
  readonly #deps: LocalHubFetchDeps;
  readonly #hubs = new Map<string, { readonly hub: LocalHubFile; proven?: Promise<Fetch> }>();

  constructor(deps: LocalHubFetchDeps) {
    this.#deps = deps;
  }

  /** Requires the proof for the hub's address from now on. */
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

/** True if the person entered another token, which belongs to their own hub at the same port. */
function isOther({ token }: LocalHubFile, url: URL, init: RequestInit | undefined): boolean {
  const authorization = new Headers(init?.headers).get("authorization");
  const isForHub = authorization !== null && url.pathname.startsWith("/hub/");
  return isForHub && authorization !== `Bearer ${token}`;
}
