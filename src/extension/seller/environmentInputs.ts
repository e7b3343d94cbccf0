import * as vscode from "vscode";

import type { PortalTokens } from "../../seller/client/portalTokens.ts";
import { parseBaseUrl } from "../../shared/baseUrl.ts";
import { freeId, type ProfileEntry, type SellerProfile, withEntry } from "./environments.ts";
import { environmentsSetting } from "./environmentsSetting.ts";
import type { SellerDesks } from "./sellerDesks.ts";
import type { SellerCredentials } from "./sellerSecrets.ts";
import { sellerWords } from "./sellerWords.ts";

const { l10n } = vscode;

export interface EnvironmentInputsDeps {
  readonly desks: SellerDesks;
  readonly credentials: SellerCredentials;
  readonly tokens: PortalTokens;
}

/** Asks for a new environment, saves it in the person's settings and asks for its credentials. */
export async function addEnvironment(deps: EnvironmentInputsDeps): Promise<void> {
  const entry = await askForEntry(deps.desks);
  if (!entry) {
    return;
  }
  await environmentsSetting.set(withEntry(environmentsSetting.get(), entry));
  deps.desks.select(entry.id);
  await setCredentials(deps);
}

/** Asks for client ID and secret of the chosen environment, tries them and shows the result. */
export async function setCredentials(deps: EnvironmentInputsDeps): Promise<void> {
  const { desks, credentials } = deps;
  const profile = desks.selected;
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
  const entered = await askForCredentials(profile);
  if (!entered) {
    return;
  }
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
  reportAccess(deps, profile);
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

/** Lets the person choose an environment; production is marked. */
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

/** The person types the full name, so that a single click cannot write in production. */
export async function confirmProduction(profile: SellerProfile, act: string): Promise<boolean> {
  const typed = await vscode.window.showInputBox({
    title: l10n.t("PRODUCTION: {0}", plain(act)),
    prompt: l10n.t("Type the environment's name, {0}, to send this.", plain(profile.name)),
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === profile.name ? undefined : l10n.t("This is not its name yet."),
  });
  return typed?.trim() === profile.name;
}

async function askForEntry(desks: SellerDesks): Promise<ProfileEntry | undefined> {
  const title = l10n.t("New environment of the seller portal");
  const kinds = [
    { label: l10n.t("Sandbox"), value: "sandbox" as const },
    { label: l10n.t("PRODUCTION"), value: "production" as const },
  ];
  const kind = (await vscode.window.showQuickPick(kinds, { title }))?.value;
  const name = kind && (await ask(title, l10n.t("What is it to be called?"), isName));
  const address =
    name && (await ask(title, l10n.t("Its base address, the same for all calls"), isAddress));
  const codigoSeller = address && (await ask(title, l10n.t("Seller code (codigoSeller)"), isCode));
  const user =
    codigoSeller &&
    (await ask(
      title,
      l10n.t("User code (codigoUsuario), or nothing to be asked each time"),
      isCodeOrNothing,
    ));
  const parsed = parseBaseUrl(address ?? "");
  if (kind === undefined || name === undefined || user === undefined || !parsed.ok) {
    return undefined;
  }
  const taken = desks.profiles.map(({ id }) => id);
  return {
    id: freeId(name, taken),
    name: name.trim(),
    kind,
    baseUrl: parsed.baseUrl,
    codigoSeller: Number(codigoSeller),
    ...(user.trim() !== "" && { codigoUsuario: Number(user) }),
  };
}

async function askForCredentials(
  profile: SellerProfile,
): Promise<{ readonly clientId: string; readonly clientSecret: string } | undefined> {
  const title = l10n.t("Credentials for {0}", plain(profile.name));
  const clientId = await ask(title, "client_id", isFilled);
  const clientSecret =
    clientId === undefined ? undefined : await ask(title, "client_secret", isFilled, true);
  return clientId === undefined || clientSecret === undefined
    ? undefined
    : { clientId: clientId.trim(), clientSecret: clientSecret.trim() };
}

async function ask(
  title: string,
  prompt: string,
  problemOf: (text: string) => string | undefined,
  isSecret = false,
): Promise<string | undefined> {
  return await vscode.window
    .showInputBox({
      title,
      prompt,
      password: isSecret,
      ignoreFocusOut: true,
      validateInput: (text) => (text === "" ? undefined : problemOf(text)),
    })
    .then((text) => (text === undefined || problemOf(text) !== undefined ? undefined : text));
}

function isFilled(text: string): string | undefined {
  return text.trim() === "" ? l10n.t("Something is needed here.") : undefined;
}

function isName(text: string): string | undefined {
  return text.trim().length > 100 ? l10n.t("This is too long.") : isFilled(text);
}

function isAddress(text: string): string | undefined {
  return parseBaseUrl(text).ok
    ? undefined
    : l10n.t("An https address is needed, or http on this machine.");
}

function isCode(text: string): string | undefined {
  return /^\s*\d{1,15}\s*$/u.test(text) ? undefined : l10n.t("A whole number is needed.");
}

function isCodeOrNothing(text: string): string | undefined {
  return text.trim() === "" ? undefined : isCode(text);
}

/** An access token is only valid for its credentials. */
async function forgetToken(
  { credentials, tokens }: EnvironmentInputsDeps,
  profile: SellerProfile,
): Promise<void> {
  const known = await credentials.get(profile);
  if (known) {
    tokens.forget({ baseUrl: profile.baseUrl, clientId: known.clientId });
  }
}

function reportAccess({ desks }: EnvironmentInputsDeps, profile: SellerProfile): void {
  const state = desks.accessOf(profile.id);
  if (state.kind === "failed") {
    void vscode.window.showWarningMessage(plain(sellerWords.failure(state.error)));
  } else if (state.kind === "known" && state.access.mismatches.length > 0) {
    void vscode.window.showWarningMessage(plain(sellerWords.mismatch(state.access.mismatches)));
  } else if (state.kind === "known") {
    void vscode.window.showInformationMessage(
      l10n.t("The portal accepts the credentials for {0}.", plain(profile.name)),
    );
  }
}

/** Names and answers must not become links or icons in the editor's messages. */
function plain(text: string): string {
  return text.replaceAll(/[[\]()$]/gu, " ");
}
