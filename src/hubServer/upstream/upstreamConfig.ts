import { chatFormats, type ChatFormat } from "../formats/chatFormat.ts";
import { type KeySource, keySourceId, keyVariableOf } from "./keySource.ts";

export interface UpstreamConfig {
  readonly name: string;
  readonly url: URL;
  readonly format: ChatFormat;
  readonly key: string | undefined;
  readonly keyFrom?: KeySource;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Values: `url` or `name=url`; keys: `AI_HUB_UPSTREAM_<NAME>_KEY`, else `AI_HUB_UPSTREAM_KEY`. Throws for the operator,
 * also if two upstreams would share a key.
 */
export function readUpstreams(
  given: readonly string[],
  env: Environment,
  more: readonly UpstreamConfig[] = [],
): readonly UpstreamConfig[] {
  const upstreams = [...given.map((text) => readUpstream(text, env)), ...more];
  const names = new Set(upstreams.map(({ name }) => name));
  if (names.size < upstreams.length) {
    throw new Error("Two upstreams have the same name: give each its own, as name=url.");
  }
  requireOwnKeys(upstreams);
  return upstreams;
}

/** Requires a key for each upstream: the operator of one upstream could use its key at the other. */
function requireOwnKeys(upstreams: readonly UpstreamConfig[]): void {
  const owners = new Map<string, string>();
  for (const { name, keyFrom } of upstreams) {
    const source = keyFrom && keySourceId(keyFrom);
    const owner = source === undefined ? undefined : owners.get(source);
    if (owner !== undefined) {
      const [one, other] = [keyVariableOf(owner), keyVariableOf(name)];
      throw new Error(
        `The upstreams ${owner} and ${name} would be sent the same key. Give each its own` +
          `${one === other ? ", and names that differ in more than their punctuation" : `, in ${one} and ${other}`}.`,
      );
    }
    if (source !== undefined) {
      owners.set(source, name);
    }
  }
}

export function upstreamOf(given: {
  readonly name: string | undefined;
  readonly address: string;
  readonly format: ChatFormat;
  readonly key: string | undefined;
}): UpstreamConfig {
  const url = URL.parse(given.address);
  if (!url || !/^https?:$/u.test(url.protocol)) {
    throw new Error(
      `--upstream needs an http or https address, as url or name=url, not "${given.address}".`,
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new Error(
      "--upstream takes an address without user, password, query or fragment; " +
        "its key comes from AI_HUB_UPSTREAM_KEY.",
    );
  }
  const name = given.name ?? url.host.replaceAll(/[^\w.-]+/gu, "-");
  return { name, url, format: given.format, key: given.key };
}

function readUpstream(text: string, env: Environment): UpstreamConfig {
  const [, givenName, style, address = ""] =
    /^(?:([\w.-]{1,50})=)?(?:(anthropic|openai|responses):(?=https?:))?(.*)$/su.exec(text) ?? [];
  const upstream = upstreamOf({
    name: givenName,
    address,
    format: chatFormats.find((format) => format === style) ?? "openai",
    key: undefined,
  });
  const own = keyVariableOf(upstream.name);
  const variable = env[own] === undefined ? "AI_HUB_UPSTREAM_KEY" : own;
  const key = env[variable];
  return { ...upstream, key, ...(key !== undefined && { keyFrom: { variable } }) };
}
