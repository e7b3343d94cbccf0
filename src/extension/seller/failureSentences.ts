import * as vscode from "vscode";

import type { Mismatch } from "../../seller/client/environment.ts";
import type { SellerError, SellerErrorKind } from "../../seller/client/sellerError.ts";
import { visibleText } from "../../shared/text/visibleText.ts";

const { l10n } = vscode;

const sentences: Readonly<Record<SellerErrorKind, () => string>> = {
  noCredentials: () => l10n.t("There are no credentials for this environment yet. Set them first."),
  credentials: () =>
    l10n.t("The portal does not know this client ID and secret. Set the credentials again."),
  secretStore: () =>
    l10n.t("The editor's secret store does not answer. Check that a key ring is unlocked."),
  mismatch: () =>
    l10n.t("These credentials are of another seller or environment, so nothing is written."),
  invalid: () => l10n.t("Some values cannot be sent as they are."),
  address: () => l10n.t("The environment's address cannot be used. Correct it in the settings."),
  unauthorized: () => l10n.t("The portal refuses even a fresh token. Check the credentials."),
  forbidden: () => l10n.t("These credentials may not do this."),
  notFound: () => l10n.t("The portal has no such record."),
  conflict: () => l10n.t("The portal refused it because of the record's state."),
  rejected: () => l10n.t("The portal refused it."),
  rateLimited: () => l10n.t("The portal asks for a pause. Try again a little later."),
  serverError: () => l10n.t("Something went wrong inside the portal."),
  redirected: () => l10n.t("The portal answered with a redirect, which is not followed."),
  notThePortal: () =>
    l10n.t(
      "A web page or another program answered instead of the portal. Check the address and the network.",
    ),
  complaint: () => l10n.t("The portal answered, but refused it."),
  otherRecord: () => l10n.t("The answer does not contain this order."),
  incomplete: () => l10n.t("The portal gave only a part of its list."),
  unreadable: () => l10n.t("The portal's answer cannot be read."),
  tooBig: () => l10n.t("The portal's answer is too big."),
  unreachable: () => l10n.t("The portal cannot be reached. Check the network and the address."),
  insecure: () => l10n.t("The connection to the portal is not secure, so nothing was sent."),
  blockedPort: () =>
    l10n.t(
      "The port of the portal's address belongs to another protocol and cannot be used. Set an address with another port.",
    ),
  connectionLost: () => l10n.t("The connection broke off before the answer was complete."),
  timeout: () => l10n.t("The portal did not answer in time."),
  cancelled: () => l10n.t("It was cancelled."),
  unknown: () => l10n.t("It is unknown whether the portal executed the write."),
};

function isKind(kind: string): kind is SellerErrorKind {
  return Object.hasOwn(sentences, kind);
}

export function failureText(error: SellerError): string {
  return [sentenceOf(error), detailOf(error)].filter((text) => text !== "").join(" ");
}

export function kindText(kind: string): string | undefined {
  return isKind(kind) ? sentences[kind]() : undefined;
}

export function sentenceOf({ kind, details }: SellerError): string {
  const [mismatch] = details.mismatches ?? [];
  if (kind === "rateLimited" && details.retryAfterMs !== undefined) {
    const seconds = Math.ceil(details.retryAfterMs / 1000);
    return l10n.t("The portal asks for a pause. Try again in {0} s.", seconds);
  }
  if (details.isOfToken === true) {
    return l10n.t(
      "The portal was asked twice for a token, and neither answer contains a readable token.",
    );
  }
  if (details.isMisfit === true) {
    return l10n.t(
      "The portal's answer no longer has the list at the place that you chose. Choose again.",
    );
  }
  if (details.differing) {
    return l10n.t(
      "The portal answered with other values than were sent: {0}.",
      details.differing.map(differingText).join("; "),
    );
  }
  if (kind === "otherRecord" && details.asked !== undefined) {
    return l10n.t("The answer does not contain order {0}.", String(details.asked));
  }
  if (mismatch) {
    return mismatchText(mismatch);
  }
  return kind === "insecure" ? insecureText(details.systemCode ?? "") : sentences[kind]();
}

function differingText({
  name,
  sent,
  answered,
}: NonNullable<SellerError["details"]["differing"]>[number]): string {
  const [ours, theirs] = [sent, answered].map((value) => visibleText(String(value).slice(0, 100)));
  return l10n.t("{0} sent as {1}, answered as {2}", name, ours ?? "", theirs ?? "");
}

/** The codes are those of Node, and of Chromium without its `net::`. */
function insecureText(code: string): string {
  if (/^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_CERT_DATE_INVALID)$/u.test(code)) {
    return l10n.t(
      "The portal's certificate has expired or is not valid yet, so nothing was sent. Check this machine's date; otherwise the portal has to renew it.",
    );
  }
  if (/^(?:ERR_TLS_CERT_ALTNAME_INVALID|ERR_CERT_COMMON_NAME_INVALID)$/u.test(code)) {
    return l10n.t(
      "The portal's certificate is for another name, so nothing was sent. Check the address.",
    );
  }
  if (/^(?:EPROTO|ERR_SSL_\w+)$/u.test(code)) {
    return l10n.t(
      "The server at this address does not use https, so nothing was sent. Check the address and its port.",
    );
  }
  return l10n.t(
    "The portal's certificate is not trusted on this machine, so nothing was sent. If it is your company's, install its authority in the system.",
  );
}

export function mismatchText({ field, expected, actual }: Mismatch): string {
  const found = actual === undefined ? l10n.t("nothing") : String(actual);
  return expected === undefined
    ? l10n.t("Nothing is written: in the token {1} is {0}, which is not production.", found, field)
    : l10n.t(
        "Nothing is written: {0} is {1}, but the environment says {2}.",
        field,
        found,
        String(expected),
      );
}

/** The portal's own words are in quotation marks, so that they do not look like ours. */
function detailOf({ details }: SellerError): string {
  const detail = details.detail?.slice(0, 500);
  const said = detail === undefined ? "" : l10n.t("The portal says: “{0}”", detail);
  const status = details.status === undefined ? "" : `(HTTP ${details.status})`;
  return [said, status].filter((text) => text !== "").join(" ");
}
