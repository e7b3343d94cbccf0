import { resolve, sep } from "node:path";

import { UsageError } from "../../sharedNode/flags.ts";
import { type KeyPolicy, type KeySource, readKey } from "../upstream/keySource.ts";
import { readUpstreams, type UpstreamConfig, upstreamOf } from "../upstream/upstreamConfig.ts";
import type { ConfigFile } from "./configFile.ts";

export function keyPolicyOf(
  folder: string | undefined,
  file: ConfigFile,
  env: KeyPolicy["environment"],
): KeyPolicy {
  const ownFiles = [file.database_file, file.admin_token_file, file.openid?.client_secret_file];
  return {
    environment: env,
    folder: folder ?? file.key_folder,
    ownFiles: ownFiles.filter((path) => path !== undefined),
  };
}

export function upstreamsOf(
  given: readonly string[],
  file: ConfigFile,
  policy: KeyPolicy,
): readonly UpstreamConfig[] {
  try {
    return readUpstreams(
      given,
      policy.environment,
      (file.upstreams ?? []).map((upstream) => configuredUpstream(upstream, policy)),
    );
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(error instanceof Error ? error.message : "--upstream cannot be read.", {
          cause: error,
        });
  }
}

type UpstreamInFile = NonNullable<ConfigFile["upstreams"]>[number];

function configuredUpstream(upstream: UpstreamInFile, policy: KeyPolicy): UpstreamConfig {
  const { name, url, format = "openai" } = upstream;
  const keyFrom = keySourceOf(upstream);
  const read = keyFrom && readKey(keyFrom, policy);
  // Commands such as `audit verify` may run without the variable.
  if (read && "problem" in read && !(read.reason === "missing" && "variable" in keyFrom)) {
    throw new UsageError(`The key of the upstream ${name}: ${read.problem}`);
  }
  const key = read && "key" in read ? read.key : undefined;
  return { ...upstreamOf({ name, address: url, format, key }), ...(keyFrom && { keyFrom }) };
}

function keySourceOf({
  name,
  key_variable: variable,
  key_file: file,
}: UpstreamInFile): KeySource | undefined {
  if (variable !== undefined && file !== undefined) {
    throw new UsageError(`The upstream ${name} has two keys: keep key_variable or key_file.`);
  }
  if (variable !== undefined) {
    return { variable };
  }
  return file === undefined ? undefined : { file };
}

export function requireKeyFolder({ folder }: KeyPolicy, dataFolder: string): void {
  if (folder !== undefined && `${resolve(dataFolder)}${sep}`.startsWith(withSeparator(folder))) {
    throw new UsageError(
      `The folder for keys, ${folder}, must not contain the data directory ${dataFolder}: ` +
        "give it a folder that has nothing but keys.",
    );
  }
}

function withSeparator(folder: string): string {
  const path = resolve(folder);
  return path.endsWith(sep) ? path : path + sep;
}
