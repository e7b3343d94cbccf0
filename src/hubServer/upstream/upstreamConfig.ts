/** One model server that the hub passes requests on to. */
export interface UpstreamConfig {
  readonly name: string;
  readonly url: URL;
  readonly format: "openai" | "anthropic";
  /** Sent as its bearer token, or as `x-api-key` in the Anthropic format. */
  readonly key: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads what `--upstream` was given: `url` or `name=url`, each with its key from the environment
 * (`AI_HUB_UPSTREAM_<NAME>_KEY`, else `AI_HUB_UPSTREAM_KEY`), behind `more` that were configured elsewhere.
 * Throws with a message for who gave it.
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
  return upstreams;
}

/** Throws if the address cannot be one of a model server; without a name it gets that of its host. */
export function upstreamOf(given: {
  readonly name: string | undefined;
  readonly address: string;
  readonly format: "openai" | "anthropic";
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
    /^(?:([\w.-]{1,50})=)?(?:(anthropic|openai):(?=https?:))?(.*)$/su.exec(text) ?? [];
  const upstream = upstreamOf({
    name: givenName,
    address,
    format: style === "anthropic" ? "anthropic" : "openai",
    key: undefined,
  });
  const variable = `AI_HUB_UPSTREAM_${upstream.name.toUpperCase().replaceAll(/[^A-Z0-9]+/gu, "_")}_KEY`;
  return { ...upstream, key: env[variable] ?? env["AI_HUB_UPSTREAM_KEY"] };
}
