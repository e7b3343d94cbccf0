import type { SellerCallId } from "../contract/calls.ts";
import type { PortalRequest } from "../contract/request.ts";
import { exchange, type ExchangeDeps, type HttpAnswer, type HttpRequest } from "./exchange.ts";
import { hideSecrets } from "./hideSecrets.ts";
import { SellerError, type SellerErrorKind } from "./sellerError.ts";
import { hidden } from "./tokenMask.ts";

/** One call as it went over the wire, for a person to read: bounded, and without secrets. */
export interface PortalExchange {
  readonly request: Omit<PortalRequest, "call"> & { readonly call: SellerCallId };
  /** The request's address without secrets: a portal may put one in the link to its next page. */
  readonly url: string;
  readonly requestHeaders: readonly HeaderLine[];
  /** When it was sent, in epoch milliseconds, and how long its answer took. */
  readonly at: number;
  readonly ms: number;
  /** Undefined if no answer came. */
  readonly answer: ObservedAnswer | undefined;
  /** Why no answer came, or why the token call's answer gave no token. */
  readonly failure: SellerErrorKind | undefined;
}

interface ObservedAnswer {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  /** Size of the whole body. */
  readonly bytes: number;
  /** Its beginning, at most `maxObservedLength` characters. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface HeaderLine {
  readonly name: string;
  readonly value: string;
}

/** Characters of an answer that are kept for the response pane. */
const maxObservedLength = 200_000;
/** Longer than a token and its spellings. */
const maxSecretLength = 20_000;
const maxHeaders = 60;
const maxHeaderLength = 1_000;
const maxUrlLength = 4_000;
const secretHeader = /cookie|auth|token|secret|api-?key|session|signature/iu;

export interface Sending {
  readonly request: PortalRequest;
  readonly http: HttpRequest;
  readonly secrets: readonly string[];
}

/** Sends a request and reports it with its answer to `observe`, also if no answer came. */
export async function observedExchange(
  deps: ExchangeDeps & { readonly observe?: (exchange: PortalExchange) => void },
  { request, http, secrets }: Sending,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const at = deps.clock.now();
  const report = (end: Pick<PortalExchange, "answer" | "failure">): void =>
    deps.observe?.({
      request,
      url: hideSecrets(request.url, secrets).slice(0, maxUrlLength),
      requestHeaders: headerLines(Object.entries(http.headers), secrets),
      at,
      ms: deps.clock.now() - at,
      ...end,
    });
  try {
    const answer = await exchange(deps, http, signal);
    report({ answer: observed(answer, secrets), failure: undefined });
    return answer;
  } catch (error) {
    if (error instanceof SellerError) {
      report({ answer: undefined, failure: error.kind });
    }
    throw error;
  }
}

function observed(
  { status, headers, text, bytes }: HttpAnswer,
  secrets: readonly string[],
): ObservedAnswer {
  // Redacted before the cut, and never shown up to the end of what was redacted, however much
  // shorter that became: half a secret there would not be recognised.
  const start = hideSecrets(text.slice(0, maxObservedLength + maxSecretLength), secrets);
  const isLonger = text.length > maxObservedLength + maxSecretLength;
  const end = isLonger ? start.length - maxSecretLength : start.length;
  return {
    status,
    headers: headerLines([...headers], secrets),
    bytes,
    // A copy: a piece of a long text would keep the whole answer in memory.
    text: structuredClone(start.slice(0, Math.max(0, Math.min(end, maxObservedLength)))),
    isCut: text.length > maxObservedLength,
  };
}

/** Headers for a person to read, those that carry secrets without their value. */
export function headerLines(
  headers: readonly (readonly [string, string])[],
  secrets: readonly string[],
): readonly HeaderLine[] {
  return headers.slice(0, maxHeaders).map(([name, value]) => ({
    name: name.slice(0, 200),
    value: secretHeader.test(name) ? hidden : hideSecrets(value, secrets).slice(0, maxHeaderLength),
  }));
}
