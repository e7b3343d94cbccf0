import type { ConfigFile } from "./configFile.ts";
import { type Environment, secretIn } from "./secrets.ts";

export interface OpenIdConfig {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly publicUrl: string;
  readonly createsUsers: boolean;
  /** Undefined: everybody whom the provider signs in. */
  readonly groups?: readonly string[];
  readonly groupsClaim?: string;
}

export function openIdOf({ openid }: ConfigFile, env: Environment): OpenIdConfig | undefined {
  return (
    openid && {
      name: openid.name ?? "OpenID",
      issuer: openid.issuer,
      clientId: openid.client_id,
      clientSecret:
        openid.client_secret_variable === undefined
          ? secretIn(openid.client_secret_file)
          : env[openid.client_secret_variable],
      publicUrl: openid.public_url,
      createsUsers: openid.creates_users ?? false,
      ...(openid.groups && { groups: openid.groups }),
      ...(openid.groups_claim !== undefined && { groupsClaim: openid.groups_claim }),
    }
  );
}
