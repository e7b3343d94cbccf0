import * as vscode from "vscode";

const section = "aiHub";

/** Undefined while nobody watches for changes. */
let kept: Map<string, unknown> | undefined;

/** The person's own unparsed value. Never reads a workspace's value, even where the editor would apply it. */
export function ownSetting(name: string): unknown {
  if (kept?.has(name)) {
    return kept.get(name);
  }
  const value = vscode.workspace.getConfiguration(section).inspect<unknown>(name)?.globalValue;
  kept?.set(name, value);
  return value;
}

export function setOwnSetting(name: string, value: unknown): Thenable<void> {
  return vscode.workspace
    .getConfiguration(section)
    .update(name, value, vscode.ConfigurationTarget.Global);
}

export function onDidChangeOwnSetting(name: string, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${section}.${name}`)) {
      // The listener that clears the cache may run after this one.
      kept?.clear();
      listener();
    }
  });
}

/**
 * Caches settings until the configuration changes: one read takes up to half a millisecond, and a message needs forty.
 */
export function keepOwnSettings(): vscode.Disposable {
  kept = new Map();
  const subscription = vscode.workspace.onDidChangeConfiguration(() => kept?.clear());
  return new vscode.Disposable(() => {
    kept = undefined;
    subscription.dispose();
  });
}
