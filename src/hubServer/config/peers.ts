import { UsageError } from "../../sharedNode/flags.ts";
import { isProxy } from "../http/clientAddress.ts";
import { originOf } from "../http/originOf.ts";
import type { ConfigFile } from "./configFile.ts";
import type { Environment } from "./secrets.ts";

interface PeerFlags {
  readonly "allow-origin"?: readonly string[] | undefined;
  readonly proxy?: readonly string[] | undefined;
}

interface Peers {
  readonly allowedOrigins: readonly string[];
  readonly proxies: readonly string[];
}

export function peersOf(values: PeerFlags, file: ConfigFile, env: Environment): Peers {
  const origins = values["allow-origin"] ?? nonEmpty(words(env["AI_HUB_ALLOW_ORIGIN"]));
  const proxies = values.proxy ?? nonEmpty(words(env["AI_HUB_PROXY"]));
  return {
    allowedOrigins: (origins ?? file.allow_origins ?? []).map(originOf),
    proxies: checkedProxies(proxies ?? file.proxies ?? []),
  };
}

function checkedProxies(names: readonly string[]): readonly string[] {
  const wrong = names.find((name) => !isProxy(name));
  if (wrong !== undefined) {
    throw new UsageError(
      `--proxy needs an address such as 192.0.2.1 or a network such as 10.0.0.0/8, not "${wrong}".`,
    );
  }
  return names;
}

export function words(text = ""): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
