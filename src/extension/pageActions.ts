import * as vscode from "vscode";

import type { HubTokens } from "../hub/tokens/hubTokens.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { Outcome } from "../shared/calls/protocol.ts";
import { parseBaseUrl } from "../shared/text/baseUrl.ts";
import type { HubConnection } from "./connection/hubConnection.ts";
import type { LocalHubControl } from "./connection/localHubControl.ts";
import type { Models } from "./connection/models.ts";
import type { Reach } from "./connection/reach.ts";
import type { NetworkProbes } from "./doctor/probes.ts";
import { insertAtCursor, openAttachment } from "./editor/documents.ts";
import { loadPart } from "./editor/laterPart.ts";
import { refusesChange } from "./editor/ownSettings.ts";
import { settings } from "./editor/settings.ts";
import { codeColors } from "./editor/themeColors.ts";
import type { PageActions } from "./view/pageHandlers.ts";

const { l10n } = vscode;

const wantedKey = "aiHub.localHubWanted";

export interface Choice {
  get(): boolean;
  set(isWanted: boolean): Thenable<void>;
}

export function localHubWanted(memory: vscode.Memento): Choice {
  return {
    get: () => memory.get<boolean>(wantedKey) === true,
    set: (isWanted) => memory.update(wantedKey, isWanted || undefined),
  };
}

export interface ActionDeps {
  readonly connection: HubConnection;
  readonly localHub: LocalHubControl | undefined;
  readonly tokens: HubTokens;
  /** The machine's name; absent in a browser. */
  readonly hostName?: () => string;
  readonly wantsLocalHub: Choice;
  readonly models: Models;
  readonly reach: Reach;
  readonly loadProbes: (() => Promise<NetworkProbes>) | undefined;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  readonly version: string;
}

export interface Actions {
  readonly page: PageActions;
  readonly clearToken: () => Promise<void>;
  readonly stopLocalHub: () => Promise<void>;
  readonly openHelp: () => Promise<void>;
}

export function createActions(deps: ActionDeps): Actions {
  const { tokens } = deps;
  const page: PageActions = {
    openAttachment,
    openLink: async (href) => {
      const { openLink } = await loadPart(() => import("./editor/openLink.ts"));
      return await openLink(href);
    },
    copyText: async (text) => await vscode.env.clipboard.writeText(text),
    insertAtCursor,
    codeColors,
    setBaseUrl,
    changeAddress: () => changeAddress(),
    checkHub: () => deps.reach.check(),
    setToken: async () => {
      const { enterToken } = await loadPart(() => import("./connection/tokenEntry.ts"));
      await enterToken({ ...deps, baseUrl: settings.baseUrl });
    },
    signIn: async () => {
      const { signIn } = await loadPart(() => import("./connection/signIn.ts"));
      await signIn({ ...deps, baseUrl: settings.baseUrl, hostName: deps.hostName?.() });
    },
    startLocalHub: () => startLocalHub(deps),
    diagnose: async () => {
      const { diagnose } = await loadPart(() => import("./diagnose.ts"));
      await diagnose(deps);
    },
  };
  return {
    page,
    clearToken: () => clearToken(tokens),
    stopLocalHub: () => stopLocalHub(deps),
    openHelp: async () => {
      const { openHelp } = await loadPart(() => import("./openHelp.ts"));
      await openHelp(deps);
    },
  };
}

async function setBaseUrl(
  value: string,
): Promise<{ readonly ok: boolean; readonly reason?: string }> {
  if (value.trim() === "") {
    await settings.setBaseUrl("");
    return { ok: true };
  }
  const parsed = parseBaseUrl(value);
  if (!parsed.ok) {
    return { ok: false, reason: parsed.reason };
  }
  await settings.setBaseUrl(parsed.baseUrl);
  return { ok: true };
}

async function changeAddress(): Promise<void> {
  const { enterAddress } = await loadPart(() => import("./connection/addressEntry.ts"));
  if (await enterAddress()) {
    await vscode.commands.executeCommand("aiHub.focusChat");
  }
}

async function clearToken(tokens: HubTokens): Promise<void> {
  const parsed = parseBaseUrl(settings.baseUrl());
  if (!parsed.ok) {
    void vscode.window.showInformationMessage(l10n.t("There is no token to clear."));
    return;
  }
  const isCleared = await tokens.clear(parsed.origin);
  void vscode.window.showInformationMessage(
    isCleared
      ? l10n.t("The token for {0} is cleared.", new URL(parsed.origin).host)
      : l10n.t("The editor's secret store did not answer; the token may still be in it."),
  );
}

async function startLocalHub({
  localHub,
  wantsLocalHub,
  connection,
}: ActionDeps): Promise<Outcome> {
  if (settings.baseUrl() !== "" && refusesChange("baseUrl")) {
    return { ok: false, reason: "refused" };
  }
  if (!localHub) {
    void vscode.window.showInformationMessage(
      l10n.t("A local hub needs an editor on this machine; a browser alone cannot start one."),
    );
    return { ok: false, reason: "refused" };
  }
  try {
    await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Window,
        title: l10n.t("Starting the local hub…"),
      },
      () => localHub.start(),
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    void vscode.window.showErrorMessage(
      l10n.t("The local hub did not start. {0}", message.replaceAll(/[[\]()]/gu, " ")),
    );
    return { ok: false, reason: "refused" };
  }
  await wantsLocalHub.set(true);
  await settings.setBaseUrl("");
  await connection.refresh();
  return { ok: true };
}

async function stopLocalHub({ localHub, wantsLocalHub, connection }: ActionDeps): Promise<void> {
  await wantsLocalHub.set(false);
  if (localHub && !(await localHub.stop())) {
    void vscode.window.showWarningMessage(
      l10n.t("This local hub was started from a terminal: stop it there, with Ctrl+C."),
    );
  }
  await connection.refresh();
}
