export interface ProxyFacts {
  readonly setting: string;
  readonly support: string;
  readonly exceptions: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The editor's proxy for an address, from settings and variables; ignores the system's proxy script. */
export function proxyOf(
  url: URL,
  { setting, support, exceptions, environment }: ProxyFacts,
): URL | undefined {
  const variable = (name: string): string =>
    environment[name.toLowerCase()] ?? environment[name] ?? "";
  const all = [...exceptions, ...variable("NO_PROXY").split(",")];
  const host = url.hostname.replaceAll(/^\[|\]$/gu, "");
  if (support === "off" || isLoopback(host) || all.some((pattern) => isException(pattern, url))) {
    return undefined;
  }
  const ofScheme = url.protocol === "https:" ? variable("HTTPS_PROXY") : variable("HTTP_PROXY");
  const proxy = URL.parse(
    [setting, ofScheme, variable("ALL_PROXY")].find((text) => text !== "") ?? "",
  );
  return proxy?.protocol === "http:" || proxy?.protocol === "https:" ? proxy : undefined;
}

/** Hides user names and passwords of addresses in a text. */
export function withoutCredentials(text: string): string {
  return text.replaceAll(/\/\/[^/@\s"]*@/gu, "//***@");
}

function isException(pattern: string, { hostname, port, protocol }: URL): boolean {
  const [name = "", wantedPort] = pattern
    .trim()
    .toLowerCase()
    .replace(/^\*?\./u, "")
    .split(":");
  const ownPort = port === "" ? (protocol === "https:" ? "443" : "80") : port;
  return (
    name === "*" ||
    (name !== "" &&
      (wantedPort === undefined || wantedPort === ownPort) &&
      (hostname === name || hostname.endsWith(`.${name}`)))
  );
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d+){3}$/u.test(host);
}
