import { ResponseBodyError } from "oauth4webapi";

import { isRecord } from "../../shared/base/json.ts";
import { refusesOutright } from "../contract/lists/outright.ts";
import { parsedAnswer } from "../contract/responses.ts";
import type { HttpAnswer } from "./exchange.ts";
import { isHtml, portalFailure } from "./portalFailure.ts";
import { SellerError, type SellerErrorDetails } from "./sellerError.ts";
import { shownTokenAnswer } from "./tokenMask.ts";

const refusedClient = /^(?:invalid|unauthorized)_client$/u;

/** The error has no cause: the library's errors contain the body, and the body contains a token. */
export function tokenFailure(
  error: unknown,
  {
    answer,
    secrets,
    now,
  }: {
    readonly answer: HttpAnswer | undefined;
    readonly secrets: readonly string[];
    readonly now: number;
  },
): SellerError {
  if (error instanceof SellerError) {
    return error;
  }
  if (!answer) {
    return new SellerError("address");
  }
  // A refusal may contain a token that is not yet among the secrets.
  const shown = withoutSecrets(answer, secrets);
  const { kind, details } = portalFailure(shown, now, secrets);
  if (answer.status < 300) {
    return successWithoutToken(shown, details);
  }
  const isRefusal =
    kind === "unauthorized" ||
    (error instanceof ResponseBodyError && refusedClient.test(error.error));
  if (isRefusal) {
    return new SellerError("credentials", details);
  }
  return isHtml(shown)
    ? new SellerError("notThePortal", { ...details, detail: undefined })
    : new SellerError(kind, details);
}

function withoutSecrets(
  { status, headers, bytes, text }: HttpAnswer,
  secrets: readonly string[],
): HttpAnswer {
  return { status, headers, bytes, text: shownTokenAnswer(text, secrets).text };
}

/** The error; it quotes only a complaint, because any other answer may contain a token. */
function successWithoutToken(answer: HttpAnswer, details: SellerErrorDetails): SellerError {
  const { status, requestId, detail, said } = details;
  if (isHtml(answer)) {
    return new SellerError("notThePortal", { status, requestId });
  }
  const body = parsedAnswer(answer.text);
  if (!refusesOutright(body, "write")) {
    return new SellerError("unreadable", { status, isOfToken: true });
  }
  const code = isRecord(body) ? body["error"] : undefined;
  const isRefusal = typeof code === "string" && refusedClient.test(code);
  return new SellerError(isRefusal ? "credentials" : "rejected", {
    status,
    requestId,
    detail,
    said,
  });
}
