export type BaseUrlProblem =
  | "empty"
  | "whitespace"
  | "notAUrl"
  | "unsupportedScheme"
  /** Plain http to another machine would show token and prompts to everyone on the way. */
  | "insecureHttp"
  | "credentials"
  | "query"
  | "fragment";

export type ParsedBaseUrl =
  | {
      readonly ok: true;
      readonly baseUrl: string;
      readonly origin: string;
    }
  | { readonly ok: false; readonly reason: BaseUrlProblem };

/** Accepts pasted forms: without a scheme, with final slashes, or with a path below `/hub/v1`. */
export function parseBaseUrl(input: string): ParsedBaseUrl {
  const text = input.trim();
  const problem = problemOfText(text);
  if (problem) {
    return { ok: false, reason: problem };
  }
  if (!/^[a-z][a-z0-9+.-]*:\/\//iu.test(text)) {
    return withoutScheme(text);
  }
  const url = URL.parse(text);
  if (!url) {
    return { ok: false, reason: "notAUrl" };
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { ok: false, reason: "unsupportedScheme" };
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return { ok: false, reason: "insecureHttp" };
  }
  const path = url.pathname.replace(/\/hub\/v1(?:\/.*)?$/u, "").replace(/\/+$/u, "");
  return { ok: true, baseUrl: url.origin + path, origin: url.origin };
}

/** The problem of the text itself; a URL parser drops some of these parts silently. */
function problemOfText(text: string): BaseUrlProblem | undefined {
  if (text === "") {
    return "empty";
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\s\u0000-\u001f\u007f]/u.test(text)) {
    return "whitespace";
  }
  if (text.includes("\\")) {
    return "notAUrl";
  }
  if (/^(?:[a-z][a-z0-9+.-]*:)?\/*[^/?#]*@/iu.test(text)) {
    return "credentials";
  }
  if (text.includes("#")) {
    return "fragment";
  }
  return text.includes("?") ? "query" : undefined;
}

/** Adds `https`, or `http` for this machine. */
function withoutScheme(text: string): ParsedBaseUrl {
  // `mailto:x` has a scheme; `localhost:8787` has a port.
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/iu.test(text)) {
    return { ok: false, reason: "unsupportedScheme" };
  }
  const host = text.replace(/^\/+/u, "");
  const scheme = isLoopback(URL.parse(`http://${host}`)?.hostname ?? "") ? "http" : "https";
  return parseBaseUrl(`${scheme}://${host}`);
}

/** Expects the URL parser's form: IPv4 in four decimal parts, IPv6 in brackets. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/u.test(hostname);
}
