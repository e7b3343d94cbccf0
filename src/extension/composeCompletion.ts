import type * as vscode from "vscode";

import type { TextScanner } from "../chat/protection/textScanner.ts";
import { readUsageHeaders } from "../hub/usage/usageHeaders.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { CodeSearch } from "./codeIndex/codeSearch.ts";
import { CompletionAccess, type CompletionDeps } from "./completion/completionAccess.ts";
import type { HubConnection } from "./connection/hubConnection.ts";
import type { Models } from "./connection/models.ts";
import { settings } from "./editor/settings.ts";
import type { HostPlatform } from "./hostPlatform.ts";

export interface CompletionParts {
  readonly connection: HubConnection;
  readonly models: Models;
  readonly files: CompletionDeps["files"];
  readonly protection: { readonly scanner: TextScanner };
  readonly isTurnRunning: () => boolean;
  readonly codeSearch: CodeSearch;
  readonly clock: Clock;
}

export function completionOf(
  { globalState: memory }: vscode.ExtensionContext,
  { completion }: HostPlatform,
  { connection, models, files, protection, isTurnRunning, codeSearch, clock }: CompletionParts,
): CompletionAccess {
  const deps: CompletionDeps = {
    connection,
    models,
    files,
    dlpMode: settings.dlpMode,
    onDidHearRequests: (listener) =>
      connection.onDidHear((headers) => {
        const { rates = [] } = readUsageHeaders(headers, clock.now()) ?? {};
        const { limit, remaining } = rates.find(({ unit }) => unit === "requests") ?? {};
        if (limit !== undefined && remaining !== undefined) {
          listener({ limit, remaining });
        }
      }),
    scan: (text) => protection.scanner.scan(text),
    streamChat: connection.streamChat.bind(connection),
    isTurnRunning,
    findCode: async (query) => (await codeSearch.search(query, { limit: 6 }))?.found,
    findText: async (text, limit) =>
      (await codeSearch.search(text, { limit, isLocal: true }))?.found,
    memory,
    clock,
  };
  return new CompletionAccess(deps, completion);
}
