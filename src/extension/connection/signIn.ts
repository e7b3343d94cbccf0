import * as vscode from "vscode";

import {
  beginSignIn,
  type DeviceCode,
  type DeviceDeps,
  DeviceError,
  type DeviceProblem,
  type DeviceSecrets,
  waitForApproval,
} from "../../hub/calls/deviceSignIn.ts";
import type { HubTokens } from "../../hub/tokens/hubTokens.ts";
import { parseBaseUrl } from "../../shared/text/baseUrl.ts";

const { l10n } = vscode;

export interface SignInDeps extends Omit<DeviceDeps, "baseUrl"> {
  readonly tokens: HubTokens;
  readonly baseUrl: () => string;
  /** The machine's name, where it is known. */
  readonly hostName: string | undefined;
}

/** Signs this editor in at its hub: a person approves it on the hub's page. */
export async function signIn(deps: SignInDeps): Promise<void> {
  const parsed = parseBaseUrl(deps.baseUrl());
  if (!parsed.ok) {
    void vscode.window.showWarningMessage(
      l10n.t("Enter the address of your hub first: a sign-in belongs to one hub."),
    );
    await vscode.commands.executeCommand("aiHub.focusChat");
    return;
  }
  const { baseUrl, origin } = parsed;
  try {
    const device = { ...deps, baseUrl };
    const code = await beginSignIn(device, { client: "ai-hub-vscode", name: deviceName(deps) });
    const secrets = (await showPage(code, baseUrl)) && (await approval(device, code));
    if (secrets) {
      const { isKept } = await deps.tokens.signIn(origin, baseUrl, secrets);
      report(isKept);
    }
  } catch (error) {
    await explain(error);
  }
}

function deviceName({ hostName }: SignInDeps): string {
  const { appName } = vscode.env;
  return hostName === undefined ? appName : l10n.t("{0} on {1}", appName, hostName);
}

/** False if the person cancelled. */
async function showPage({ userCode, page }: DeviceCode, baseUrl: string): Promise<boolean> {
  const open = l10n.t("Open Page");
  const { host } = new URL(baseUrl);
  const answer = await vscode.window.showInformationMessage(
    l10n.t("Sign in to {0}", host),
    {
      modal: true,
      detail: l10n.t("Your code is {0}. Compare it with the page, then approve.", userCode),
    },
    open,
  );
  return answer === open && (await vscode.env.openExternal(vscode.Uri.parse(page, true)));
}

/** Undefined if the person cancelled. */
async function approval(device: DeviceDeps, code: DeviceCode): Promise<DeviceSecrets | undefined> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t("Waiting for your approval. The code is {0}.", code.userCode),
      cancellable: true,
    },
    async (_, cancelled) => {
      const abort = new AbortController();
      cancelled.onCancellationRequested(() => abort.abort());
      try {
        return await waitForApproval(device, code, abort.signal);
      } catch (error) {
        if (abort.signal.aborted) {
          return undefined;
        }
        throw error;
      }
    },
  );
}

function report(isKept: boolean): void {
  void (isKept
    ? vscode.window.showInformationMessage(l10n.t("You are signed in."))
    : vscode.window.showWarningMessage(
        l10n.t(
          "You are signed in until this window closes: the editor could not save the sign-in. Check that a key ring is unlocked.",
        ),
      ));
}

async function explain(error: unknown): Promise<void> {
  const problem = error instanceof DeviceError ? error.problem : "unreachable";
  const detail = error instanceof Error ? error.message : "";
  const texts: Readonly<Record<DeviceProblem, string>> = {
    unsupported: l10n.t("This hub has no sign-in. Make a token on its page, under Tokens."),
    refused: l10n.t("The sign-in was refused on the hub's page."),
    expired: l10n.t("Nobody approved the sign-in in time. Sign in again."),
    ended: l10n.t("The sign-in has ended. Sign in again."),
    unreachable: l10n.t("The sign-in failed. {0}", detail.replaceAll(/[[\]()]/gu, " ")),
  };
  const next = problem === "unsupported" ? l10n.t("Set Token") : l10n.t("Sign In");
  const command = problem === "unsupported" ? "aiHub.setToken" : "aiHub.signIn";
  if ((await vscode.window.showWarningMessage(texts[problem], next)) === next) {
    await vscode.commands.executeCommand(command);
  }
}
