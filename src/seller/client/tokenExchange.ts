import { exchange, type ExchangeDeps, type HttpAnswer, type HttpRequest } from "./exchange.ts";
import { type HeaderLine, headerLines, type PortalExchange } from "./portalExchange.ts";
import { SellerError } from "./sellerError.ts";
import { hidden, maskedText, shownTokenAnswer } from "./tokenMask.ts";

const shownFields: ReadonlySet<string> = new Set(["grant_type", "client_id"]);
/** Headers with an id by which the portal's support finds a call. */
const idHeader = /request-?id|correlation-?id|trace/iu;

export async function observedTokenCall(
  deps: ExchangeDeps,
  http: HttpRequest & { readonly body: string },
  {
    secrets,
    keep,
  }: {
    readonly secrets: readonly string[];
    readonly keep: (exchange: PortalExchange) => void;
  },
): Promise<HttpAnswer> {
  const at = deps.clock.now();
  const report = (end: Pick<PortalExchange, "answer" | "failure">): void =>
    keep({
      request: { call: "getToken", method: "POST", url: http.url, body: shownForm(http.body) },
      url: http.url,
      requestHeaders: headerLines(Object.entries(http.headers), secrets),
      at,
      ms: deps.clock.now() - at,
      ...end,
    });
  try {
    const answer = await exchange(deps, http, new AbortController().signal);
    const { status, headers, bytes, text } = answer;
    report({
      answer: {
        status,
        headers: shownHeaders([...headers], secrets),
        bytes,
        ...shownTokenAnswer(text, secrets),
      },
      failure: undefined,
    });
    return answer;
  } catch (error) {
    if (error instanceof SellerError) {
      report({ answer: undefined, failure: error.kind });
    }
    throw error;
  }
}

/** The spellings of a secret that services repeat: plain, form-encoded, and with the id in base64. */
export function secretsOf(clientId: string, clientSecret: string): readonly string[] {
  const form = new URLSearchParams({ s: clientSecret }).toString().slice(2);
  return [clientSecret, form, `${clientId}:${clientSecret}`];
}

function shownForm(body: string): string {
  return [...new URLSearchParams(body)]
    .map(([name, value]) => {
      const shown = shownFields.has(name) ? encodeURIComponent(value) : hidden;
      return `${encodeURIComponent(name)}=${shown}`;
    })
    .join("&");
}

function shownHeaders(
  headers: readonly (readonly [string, string])[],
  secrets: readonly string[],
): readonly HeaderLine[] {
  return headerLines(headers, secrets).map(({ name, value }) => ({
    name,
    value: idHeader.test(name) ? value : maskedText(value, secrets),
  }));
}
