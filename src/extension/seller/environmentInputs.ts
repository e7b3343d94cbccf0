import * as vscode from "vscode";

import type { PortalTokens } from "../../seller/client/portalTokens.ts";
import { SellerError } from "../../seller/client/sellerError.ts";
import { firstPage } from "./environments/accessProof.ts";
import { ifClosed } from "./environments/assistantSteps.ts";
import {
  askForCredentials,
  askForEnvironment,
  type EnvironmentDraft,
  plain,
} from "./environments/environmentAssistant.ts";
import { idsIn, readProfiles, type SellerProfile, withEntry } from "./environments/environments.ts";
import { environmentsSetting } from "./environments/environmentsSetting.ts";
import type { SellerDesks } from "./environments/sellerDesks.ts";
import type { ClientCredentials, SellerCredentials } from "./environments/sellerSecrets.ts";
import { sellerWords } from "./sellerWords.ts";

const { l10n } = vscode;

export interface EnvironmentInputsDeps {
  readonly desks: SellerDesks;
  readonly credentials: SellerCredentials;
  readonly tokens: PortalTokens;
  /** Keeps the input of an abandoned assistant for its next start. */
  readonly draft: EnvironmentDraft;
}

export async function addEnvironment(deps: EnvironmentInputsDeps): Promise<void> {
  const { desks, draft } = deps;
  if (environmentsSetting.refusesChange()) {
    return;
  }
  const added = await ifClosed(draft, async () => {
    const whole = await askForEnvironment(draft, () => idsIn(environmentsSetting.get()));
    if (whole) {
      await environmentsSetting.set(withEntry(environmentsSetting.get(), whole.entry));
    }
    return whole;
  });
  if (!added) {
    return;
  }
  const { entry, credentials } = added;
  desks.select(entry.id);
  const [profile] = readProfiles([entry]).profiles;
  if (profile && credentials) {
    await keepCredentials(deps, profile, credentials);
  }
}

export async function setCredentials(deps: EnvironmentInputsDeps): Promise<void> {
  const profile = deps.desks.selected;
  if (!profile) {
    void vscode.window.showInformationMessage(sellerWords.noEnvironment);
    return;
  }
  if (profile.isLocal) {
    void vscode.window.showInformationMessage(
      l10n.t("The sandbox of the local hub needs no credentials."),
    );
    return;
  }
  const entered = await askForCredentials(profile.name);
  if (entered) {
    await keepCredentials(deps, profile, entered);
  }
}

async function keepCredentials(
  deps: EnvironmentInputsDeps,
  profile: SellerProfile,
  entered: ClientCredentials,
): Promise<void> {
  const { desks, credentials } = deps;
  await forgetToken(deps, profile);
  const isKept = await credentials.set(profile, entered);
  if (!isKept) {
    void vscode.window.showWarningMessage(
      l10n.t(
        "The editor could not save the credentials, so they are kept until this window closes. Check that a key ring is unlocked.",
      ),
    );
  }
  await desks.checkAccess();
  await reportAccess(deps, profile);
}

export async function clearCredentials(deps: EnvironmentInputsDeps): Promise<void> {
  const profile = deps.desks.selected;
  if (!profile || profile.isLocal) {
    return;
  }
  await forgetToken(deps, profile);
  const isCleared = await deps.credentials.clear(profile);
  void vscode.window.showInformationMessage(
    isCleared
      ? l10n.t("The credentials for {0} are cleared.", profile.name)
      : l10n.t("The editor's secret store did not answer; the credentials may still be in it."),
  );
}

export async function selectEnvironment(desks: SellerDesks): Promise<boolean> {
  await desks.findLocal();
  const add = { label: `$(add) ${l10n.t("Add an environment…")}`, profile: undefined };
  const items = desks.profiles.map((profile) => ({
    label: `$(${profile.kind === "production" ? "flame" : "beaker"}) ${plain(profile.name)}`,
    description: profile.kind === "production" ? l10n.t("PRODUCTION") : l10n.t("Sandbox"),
    detail: `${new URL(profile.baseUrl).host} · ${profile.codigoSeller}`,
    profile,
  }));
  const picked = await vscode.window.showQuickPick([...items, add], {
    title: l10n.t("Environment of the seller portal"),
  });
  if (picked && !picked.profile) {
    await vscode.commands.executeCommand("aiHub.seller.addEnvironment");
    return true;
  }
  if (picked?.profile) {
    desks.select(picked.profile.id);
    await desks.checkAccess();
  }
  return picked !== undefined;
}

/** Asks for the environment's full name, so that a single click cannot write in production. */
export async function confirmProduction(profile: SellerProfile, act: string): Promise<boolean> {
  const typed = await vscode.window.showInputBox({
    title: l10n.t("PRODUCTION: {0}", plain(act)),
    prompt: l10n.t("Type the environment's name, {0}, to send this.", plain(profile.name)),
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === profile.name ? undefined : l10n.t("This is not the environment's name yet."),
  });
  return typed?.trim() === profile.name;
}

async function forgetToken(
  { credentials, tokens }: EnvironmentInputsDeps,
  profile: SellerProfile,
): Promise<void> {
  const known = await credentials.get(profile);
  if (known) {
    tokens.forget({ baseUrl: profile.baseUrl, clientId: known.clientId });
  }
}

async function reportAccess(
  { desks }: EnvironmentInputsDeps,
  profile: SellerProfile,
): Promise<void> {
  const state = desks.accessOf(profile.id);
  if (state.kind === "failed") {
    void vscode.window.showWarningMessage(plain(sellerWords.failure(state.error)));
  } else if (state.kind === "known" && state.access.mismatches.length > 0) {
    void vscode.window.showWarningMessage(plain(sellerWords.mismatch(state.access.mismatches)));
  } else if (state.kind === "known") {
    await reportList(desks, profile);
  }
}

async function reportList(desks: SellerDesks, profile: SellerProfile): Promise<void> {
  const desk = desks.desk();
  if (desk?.profile.id !== profile.id) {
    return;
  }
  const name = plain(profile.name);
  try {
    const count = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: l10n.t("Reading the products…") },
      () => firstPage(desk.client),
    );
    void vscode.window.showInformationMessage(l10n.t("{0} works. Products read: {1}", name, count));
  } catch (error) {
    if (!(error instanceof SellerError)) {
      throw error;
    }
    void offerAnswer(name, error);
  }
}

async function offerAnswer(name: string, { kind }: SellerError): Promise<void> {
  const reason = sellerWords.failureKind(kind) ?? "";
  const show = l10n.t("Show the Answer");
  const message = l10n.t("{0}: the token works, the list of products does not. {1}", name, reason);
  if ((await vscode.window.showWarningMessage(message, show)) === show) {
    await vscode.commands.executeCommand("aiHub.seller.open", "listProducts");
  }
}
