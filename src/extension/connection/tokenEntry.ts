import * as vscode from "vscode";

import { HubClient } from "../../hub/calls/hubClient.ts";
import { toFailure } from "../../hub/errors/hubError.ts";
import type { Tokens } from "../../hub/tokens/tokenStore.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import { describeFailure } from "../../shared/failures/failureWords.ts";
import { parseBaseUrl } from "../../shared/text/baseUrl.ts";
import { loadPart } from "../editor/laterPart.ts";
import { wordsLocale } from "../editor/locale.ts";
import { cleanToken } from "./cleanToken.ts";

const { l10n } = vscode;

export interface TokenEntryDeps {
  readonly tokens: Tokens;
  readonly baseUrl: () => string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly userAgent: string;
}

/** Asks for the hub's token, checks it, stores it under the hub's origin and reports the result. */
export async function enterToken(deps: TokenEntryDeps): Promise<void> {
  const parsed = parseBaseUrl(deps.baseUrl());
  if (!parsed.ok) {
    void vscode.window.showWarningMessage(
      l10n.t("Enter the address of your hub first: a token belongs to one hub."),
    );
    await vscode.commands.executeCommand("aiHub.focusChat");
    return;
  }
  const { baseUrl, origin } = parsed;
  let accepted: CheckedToken | "another" | undefined = "another";
  while (accepted === "another") {
    accepted = await enterOne(deps, baseUrl);
  }
  if (accepted) {
    const { isKept } = await deps.tokens.set(origin, accepted.token);
    report(accepted.failure, isKept);
  }
}

interface CheckedToken {
  readonly token: string;
  readonly failure: Failure | undefined;
}

async function enterOne(
  deps: TokenEntryDeps,
  baseUrl: string,
): Promise<CheckedToken | "another" | undefined> {
  const token = await askForToken(new URL(baseUrl).host);
  if (token === undefined) {
    return undefined;
  }
  const failure = await vscode.window.withProgress(
    { location: { viewId: "aiHub.chat" }, title: l10n.t("Checking the token…") },
    () => checkToken(deps, baseUrl, token),
  );
  const decision = failure?.kind === "auth_invalid" ? await decide(failure) : "keep";
  return decision === "keep" ? { token, failure } : decision;
}

async function askForToken(host: string): Promise<string | undefined> {
  const value = await vscode.window.showInputBox({
    title: l10n.t("Token for {0}", host),
    prompt: l10n.t("Paste the token that you made in the AI Hub area, under Tokens."),
    placeHolder: "sk_hub_…",
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const { token, hasHubShape } = cleanToken(text);
      if (token === "") {
        return text === "" ? undefined : l10n.t("There is no token in this.");
      }
      return hasHubShape
        ? undefined
        : {
            message: l10n.t(
              "Hub tokens look like sk_hub_…; this one does not. Enter keeps it anyway.",
            ),
            severity: vscode.InputBoxValidationSeverity.Warning,
          };
    },
  });
  const token = value === undefined ? "" : cleanToken(value).token;
  return token === "" ? undefined : token;
}

async function checkToken(
  { fetch, clock, userAgent }: TokenEntryDeps,
  baseUrl: string,
  token: string,
): Promise<Failure | undefined> {
  const client = new HubClient({
    baseUrl,
    token: () => Promise.resolve(token),
    fetch,
    clock,
    random: Math.random,
    userAgent,
    loadPart,
  });
  try {
    await client.listModels({ signal: new AbortController().signal });
    return undefined;
  } catch (error) {
    return toFailure(error);
  }
}

async function decide(failure: Failure): Promise<"another" | "keep" | undefined> {
  const another = l10n.t("Enter another");
  const keep = l10n.t("Keep anyway");
  const { headline } = describeFailure(failure, wordsLocale());
  const answer = await vscode.window.showWarningMessage(
    headline,
    { modal: true, detail: l10n.t("Nothing was changed. You can enter another token.") },
    another,
    keep,
  );
  return answer === another ? "another" : answer === keep ? "keep" : undefined;
}

function report(failure: Failure | undefined, isKept: boolean): void {
  if (failure) {
    const { headline, nextStep } = describeFailure(failure, wordsLocale());
    void vscode.window.showWarningMessage(
      l10n.t("The token is saved, but it could not be checked. {0} {1}", headline, nextStep),
    );
  } else if (isKept) {
    void vscode.window.showInformationMessage(l10n.t("The hub accepts the token."));
  }
  if (!isKept) {
    void vscode.window.showWarningMessage(
      l10n.t(
        "The editor could not save the token, so it is kept until this window closes. Check that a key ring is unlocked.",
      ),
    );
  }
}
