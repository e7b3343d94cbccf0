import * as vscode from "vscode";

import type { EnvironmentsSetting } from "./sellerDesks.ts";

const section = "aiHub";
const name = "seller.environments";

/** The person's own value: a workspace must not decide where writes go. */
export const environmentsSetting: EnvironmentsSetting & {
  set(entries: readonly unknown[]): Thenable<void>;
} = {
  get: () => vscode.workspace.getConfiguration(section).inspect<unknown>(name)?.globalValue,
  set: (entries) =>
    vscode.workspace
      .getConfiguration(section)
      .update(name, entries, vscode.ConfigurationTarget.Global),
  onDidChange: (listener) =>
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${section}.${name}`)) {
        listener();
      }
    }),
};
