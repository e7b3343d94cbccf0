/** One OpenAI-compatible server that the hub passes requests on to. */
export interface UpstreamConfig {
  readonly name: string;
  readonly url: URL;
  /** Sent as its bearer token. */
  readonly key: string | undefined;
}

/**
 * Reads what `--upstream` was given: `url` or `name=url`, each with its key from the environment
 * (`AI_HUB_UPSTREAM_<NAME>_KEY`, else `AI_HUB_UPSTREAM_KEY`). Throws with a message for who gave it.
 */
export function readUpstreams(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly UpstreamConfig[] {
  const upstreams = given.map((text) => readUpstream(text, env));
  const names = new Set(upstreams.map(({ name }) => name));
  if (names.size < upstreams.length) {
    throw new Error("Two upstreams have the same name: give each its own, as name=url.");
  }
  return upstreams;
}

function readUpstream(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): UpstreamConfig {
  const [, givenName, address = ""] = /^(?:([\w.-]{1,50})=)?(.*)$/su.exec(text) ?? [];
  const url = URL.parse(address);
  if (!url || !/^https?:$/u.test(url.protocol)) {
    throw new Error(
      `--upstream needs an http or https address, as url or name=url, not "${text}".`,
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new Error(
      "--upstream takes an address without user, password, query or fragment; " +
        "its key comes from AI_HUB_UPSTREAM_KEY.",
    );
  }
  const name = givenName ?? url.host.replaceAll(/[^\w.-]+/gu, "-");
  const variable = `AI_HUB_UPSTREAM_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/gu, "_")}_KEY`;
  return { name, url, key: env[variable] ?? env["AI_HUB_UPSTREAM_KEY"] };
}
