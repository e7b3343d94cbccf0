import * as vscode from "vscode";

import { scanOutbound } from "../../dlp/scanOutbound.ts";
import type { Outcome } from "../../shared/calls/protocol.ts";
import type { FoundKind } from "../../shared/guarded/sensitiveKinds.ts";
import { loadPart } from "./laterPart.ts";
import { wordsLocale } from "./locale.ts";

const { l10n } = vscode;

const refused: Outcome = { ok: false, reason: "refused" };

/** Deeper percent-encodings are not checked. */
const maxDecodings = 4;

/**
 * Opens web and mail addresses from an answer. Asks before plain http, mail, sensitive data, and a user name that can
 * imitate another site (`https://bank.example@evil.example`).
 */
export async function openLink(href: string): Promise<Outcome> {
  const url = URL.parse(href);
  if (!url || !["https:", "http:", "mailto:"].includes(url.protocol)) {
    return refused;
  }
  const kinds = kindsIn(href, url);
  const isAsked = kinds.length > 0 || url.protocol !== "https:" || hasUser(url);
  if (isAsked && !(await isConfirmed(url, kinds))) {
    return refused;
  }
  const isOpened = await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
  return isOpened ? { ok: true } : refused;
}

function hasUser({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

function kindsIn(href: string, url: URL): readonly FoundKind[] {
  const readings = new Set([href, url.href]);
  for (let reading = url.href, times = 0; times < maxDecodings; times += 1) {
    reading = decoded(reading);
    readings.add(reading);
  }
  // A mail's own recipient is no leak; check only the rest.
  const own = url.protocol === "mailto:" ? url.pathname : undefined;
  let most: readonly FoundKind[] = [];
  for (const reading of readings) {
    const text = own === undefined ? reading : reading.replace(own, "");
    const kinds = scanOutbound(text).map(({ kind }) => kind);
    most = kinds.length > most.length ? kinds : most;
  }
  return most;
}

function decoded(text: string): string {
  return text.replaceAll("+", " ").replaceAll(/(?:%[\da-f]{2})+/giu, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      // Not UTF-8: the scan reads the escapes themselves.
      return escapes;
    }
  });
}

/** True if the person confirms. For an address with sensitive data, Enter presses "Do Not Open". */
async function isConfirmed(url: URL, kinds: readonly FoundKind[]): Promise<boolean> {
  const open = l10n.t("Open");
  const address = url.href.slice(0, 500);
  const detail = hasUser(url)
    ? l10n.t(
        "It leads to {0}. What stands before the @ is a user name, not the site: {1}",
        url.host,
        address,
      )
    : address;
  const isPlain = kinds.length === 0;
  const question = isPlain
    ? l10n.t("Open this address from the answer?")
    : l10n.t(
        "This link sends {0} to {1}. Open it?",
        await findingWords(kinds),
        url.protocol === "mailto:" ? url.pathname : url.host,
      );
  const answer = await vscode.window.showWarningMessage(
    question,
    { modal: true, detail },
    ...(isPlain ? [open] : [l10n.t("Do Not Open"), open]),
  );
  return answer === open;
}

async function findingWords(kinds: readonly FoundKind[]): Promise<string> {
  const { describeFindings } = await loadPart(
    () => import("../../shared/failures/failureWords.ts"),
  );
  return describeFindings(kinds, wordsLocale());
}
