import type { ConfigFile } from "./configFile.ts";
import { type Environment, secretIn } from "./secrets.ts";

/** 837 838 */
export interface OpenIdConfig {
  /** The name that people see. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** The hub's address for people, without a path. */
  readonly publicUrl: string;
  /** Creates an account for every person whom the organisation signs in. */
  readonly createsUsers: boolean;
}

/** Undefined if the configuration file has none. */
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
    }
  );
}
