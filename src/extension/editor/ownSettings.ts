import * as vscode from "vscode";

const section = "aiHub";

/** The values that were read since the last change; undefined while nobody watches for changes. */
let kept: Map<string, unknown> | undefined;

/**
 * The person's own value of a setting, named without `aiHub.`; not parsed. A workspace's value is never read, even where
 * the editor would apply it.
 */
export function ownSetting(name: string): unknown {
  if (kept?.has(name)) {
    return kept.get(name);
  }
  const value = vscode.workspace.getConfiguration(section).inspect<unknown>(name)?.globalValue;
  kept?.set(name, value);
  return value;
}

/** Writes the person's own value; undefined removes it. */
export function setOwnSetting(name: string, value: unknown): Thenable<void> {
  return vscode.workspace
    .getConfiguration(section)
    .update(name, value, vscode.ConfigurationTarget.Global);
}

/** Calls the listener when the person's value of this setting, or of one below it, may have changed. */
export function onDidChangeOwnSetting(name: string, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${section}.${name}`)) {
      // The listener that empties the values may be called after this one.
      kept?.clear();
      listener();
    }
  });
}

/**
 * Keeps what `ownSetting` reads until the configuration changes: reading a setting takes the editor up to half a
 * millisecond, and one message reads some forty.
 */
export function keepOwnSettings(): vscode.Disposable {
  kept = new Map();
  const subscription = vscode.workspace.onDidChangeConfiguration(() => kept?.clear());
  return new vscode.Disposable(() => {
    kept = undefined;
    subscription.dispose();
  });
}
