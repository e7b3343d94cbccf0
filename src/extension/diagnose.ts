import * as vscode from "vscode";

import { toFailure } from "../hub/hubError.ts";
import { describeFailure } from "../shared/failureWords.ts";
import { redact } from "../shared/redact.ts";
import type { HubConnection } from "./connection/hubConnection.ts";
import { showText } from "./editor/documents.ts";
import { wordsLocale } from "./locale.ts";

const { l10n } = vscode;

const proxySettings = [
  "http.proxy",
  "http.proxySupport",
  "http.noProxy",
  "http.systemCertificates",
  "http.fetchAdditionalSupport",
];

/** The connection doctor: tries the hub and opens a report that can be handed to support. Holds no secret. */
export async function diagnose(connection: HubConnection, version: string): Promise<void> {
  const report = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t("Testing the connection…") },
    () => writeReport(connection, version),
  );
  await showText(redact(report, []), "markdown");
}

async function writeReport(connection: HubConnection, version: string): Promise<string> {
  await connection.refresh();
  const { state } = connection;
  const address = "baseUrl" in state ? state.baseUrl : l10n.t("none");
  return [
    `# ${l10n.t("AI Hub: connection report")}`,
    "",
    `- AI Hub ${version}, ${vscode.env.appName} ${vscode.version}, ${vscode.env.appHost}`,
    `- ${l10n.t("Hub address: {0}", address)}`,
    `- ${l10n.t("State: {0}", state.state)}`,
    ...(await tryModels(connection)),
    "",
    `## ${l10n.t("Proxy and certificate settings")}`,
    "",
    ...proxySettings.map((name) => {
      const value = vscode.workspace.getConfiguration().get<unknown>(name);
      return `- \`${name}\`: \`${withoutCredentials(JSON.stringify(value) ?? "undefined")}\``;
    }),
    "",
  ].join("\n");
}

async function tryModels(connection: HubConnection): Promise<string[]> {
  if (!connection.client) {
    return [];
  }
  const start = Date.now();
  try {
    const models = await connection.client.listModels({ signal: new AbortController().signal });
    const ms = Date.now() - start;
    return [`- ${l10n.t("The hub lists {0} models; it took {1} ms.", models.length, ms)}`];
  } catch (error) {
    const failure = toFailure(error);
    const { headline, nextStep } = describeFailure(failure, wordsLocale());
    const { kind, httpStatus, systemCode, requestId } = failure;
    return [
      `- **${headline}** ${nextStep}`,
      `- \`${[kind, httpStatus, systemCode, requestId].filter(Boolean).join(", ")}\``,
    ];
  }
}

/** A proxy address may hold a user and a password. */
function withoutCredentials(text: string): string {
  return text.replaceAll(/\/\/[^/@\s"]*@/gu, "//***@");
}
