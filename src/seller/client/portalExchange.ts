import type { SellerCallId } from "../contract/calls.ts";
import type { PortalRequest } from "../contract/request.ts";
import { exchange, type ExchangeDeps, type HttpAnswer, type HttpRequest } from "./exchange.ts";
import { hideSecrets } from "./hideSecrets.ts";
import { SellerError, type SellerErrorKind } from "./sellerError.ts";
import { hidden } from "./tokenMask.ts";

/** One request with its answer, for a person to read: bounded and without secrets. */
export interface PortalExchange {
  readonly request: Omit<PortalRequest, "call"> & { readonly call: SellerCallId };
  /** Secrets are removed: a portal may put one in the link to its next page. */
  readonly url: string;
  readonly requestHeaders: readonly HeaderLine[];
  readonly at: number;
  readonly ms: number;
  readonly answer: ObservedAnswer | undefined;
  readonly failure: SellerErrorKind | undefined;
}

interface ObservedAnswer {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly bytes: number;
  readonly text: string;
  readonly isCut: boolean;
}

export interface HeaderLine {
  readonly name: string;
  readonly value: string;
}

const maxObservedLength = 200_000;
/** A token with all its spellings is shorter. */
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

/** Reports the request and its answer to `observe`, also if no answer came. */
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
  // Redact first, then cut before the last redaction: half a secret would not be recognised.
  const start = hideSecrets(text.slice(0, maxObservedLength + maxSecretLength), secrets);
  const isLonger = text.length > maxObservedLength + maxSecretLength;
  const end = isLonger ? start.length - maxSecretLength : start.length;
  return {
    status,
    headers: headerLines([...headers], secrets),
    bytes,
    // Copy the text: a slice would keep the whole answer in memory.
    text: structuredClone(start.slice(0, Math.max(0, Math.min(end, maxObservedLength)))),
    isCut: text.length > maxObservedLength,
  };
}

export function headerLines(
  headers: readonly (readonly [string, string])[],
  secrets: readonly string[],
): readonly HeaderLine[] {
  return headers.slice(0, maxHeaders).map(([name, value]) => ({
    name: name.slice(0, 200),
    value: secretHeader.test(name) ? hidden : hideSecrets(value, secrets).slice(0, maxHeaderLength),
  }));
}
