import * as z from "zod/mini";

import type { Secrets, TokenStore } from "../../../hub/tokens/tokenStore.ts";
import type { PortalCredentials, TokenCache } from "../../../seller/client/portalTokens.ts";
import { parseJson } from "../../../shared/base/json.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import type { SellerProfile } from "./environments.ts";

export type ClientCredentials = Pick<PortalCredentials, "clientId" | "clientSecret">;

export const credentialsPrefix = "aiHub.seller.credentials:";
const tokenPrefix = "aiHub.seller.token:";

const credentialsSchema = z.object({
  clientId: z.string().check(z.minLength(1), z.maxLength(500)),
  clientSecret: z.string().check(z.minLength(1), z.maxLength(2_000)),
});

/** Credentials are stored by id and origin: after a change of address, the old ones are not used. */
export class SellerCredentials {
  readonly #store: TokenStore;

  constructor(store: TokenStore) {
    this.#store = store;
  }

  async get(profile: SellerProfile): Promise<ClientCredentials | undefined> {
    const stored = await this.#store.get(keyOf(profile));
    return stored && credentialsSchema.safeParse(parseJson(stored.token)).data;
  }

  /** False if the credentials will not survive a restart. */
  async set(profile: SellerProfile, credentials: ClientCredentials): Promise<boolean> {
    const { isKept } = await this.#store.set(keyOf(profile), JSON.stringify(credentials));
    return isKept;
  }

  async clear(profile: SellerProfile): Promise<boolean> {
    return await this.#store.clear(keyOf(profile));
  }

  onDidChange(listener: () => void): Disposable {
    return this.#store.onDidChange(listener);
  }
}

export function sharedTokens(secrets: Secrets): TokenCache {
  return {
    load: async (key) => await secrets.get(tokenPrefix + key),
    save: async (key, value) => {
      await (value === ""
        ? secrets.delete(tokenPrefix + key)
        : secrets.store(tokenPrefix + key, value));
    },
  };
}

function keyOf({ origin, id }: SellerProfile): string {
  return `${origin} ${id}`;
}
