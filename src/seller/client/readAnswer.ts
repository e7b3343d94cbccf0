import type { SellerCall } from "../contract/calls.ts";
import { knownNames } from "../contract/knownNames.ts";
import { parsedAnswer } from "../contract/responses.ts";
import type { HttpAnswer } from "./exchange.ts";
import {
  complaintOf,
  isEmptyList,
  isHtml,
  portalFailure,
  rawOf,
  requestIdOf,
} from "./portalFailure.ts";
import { SellerError } from "./sellerError.ts";

/**
 * The answer to a call that succeeded. The specification shows no body: treat it as hostile data.
 */
export interface PortalAnswer {
  readonly status: number;
  readonly requestId: string | undefined;
  /** Parsed JSON; undefined for an empty answer or plain text. */
  readonly body: unknown;
  /** The answer as it came, without secrets, cut after `maxRawLength` characters. */
  readonly raw: string;
  /** Size of the body as it came. */
  readonly bytes?: number;
  /** For the facts about pages; undefined where a test needs none. */
  readonly headers?: Pick<Headers, "get">;
}

/** In the answer to a write every word counts: a record with a complaint in it was not taken. */
const noNames: ReadonlySet<string> = new Set();

/**
 * A write counts as done by its status, unless the body complains: the specification shows no body
 * for its answer.
 */
export function readAnswer(
  { response, isWrite }: SellerCall,
  answer: HttpAnswer,
  { now, secrets }: { readonly now: number; readonly secrets: readonly string[] },
): PortalAnswer {
  const { status, headers, text, bytes } = answer;
  const requestId = requestIdOf(headers, secrets);
  const raw = rawOf(answer, secrets);
  if (response === "list" && isEmptyList(answer)) {
    return { status, requestId, body: [], raw };
  }
  if (status < 200 || status > 299) {
    throw portalFailure(answer, now, secrets);
  }
  if (isHtml(answer)) {
    throw new SellerError("notThePortal", { status, requestId, raw, mayHaveActed: true });
  }
  const complaint = complaintOf(answer, isWrite ? noNames : knownNames, secrets);
  if (complaint) {
    throw complaint;
  }
  const body = parsedAnswer(text);
  if (body === undefined && text.trim() !== "" && response !== "acknowledgement") {
    throw new SellerError("unreadable", { status, requestId, raw });
  }
  return { status, requestId, body, raw, bytes, headers };
}
