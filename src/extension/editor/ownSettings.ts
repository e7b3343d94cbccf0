import * as vscode from "vscode";

import type { Disposable } from "../../shared/base/lifecycle.ts";
import { onDidChangeHubSettings } from "../../shared/hubApi/hubClientRules.ts";
import {
  holdExclusions,
  type PolicyState,
  withHubSettings,
} from "../../shared/hubApi/machinePolicy.ts";

const section = "aiHub";

/** The organisation's rules on this machine; a browser's extension host has none. */
let rules: PolicyState = { state: "absent" };

export function setMachineRules(state: PolicyState): void {
  rules = state;
  holdExclusions(state);
}

/** The organisation's rules on this machine and at the connected hub. */
export function rulesInForce(): PolicyState {
  return withHubSettings(rules);
}

/** True if the organisation has set the value. */
export function isLocked(name: string): boolean {
  const held = rulesInForce();
  return held.state === "holds" && Object.hasOwn(held.policy.settings ?? {}, `${section}.${name}`);
}

function fromRules(part: "settings" | "defaults", name: string): unknown {
  const held = rulesInForce();
  return held.state === "holds" ? held.policy[part]?.[`${section}.${name}`] : undefined;
}

/** Undefined until `keepOwnSettings` watches for changes. */
let kept: Map<string, unknown> | undefined;

/** The person's own unparsed value. Never reads a workspace's value, even where the editor would apply it. */
export function ownSetting(name: string): unknown {
  if (kept?.has(name)) {
    return kept.get(name);
  }
  const own = vscode.workspace.getConfiguration(section).inspect<unknown>(name)?.globalValue;
  const value = isLocked(name) ? fromRules("settings", name) : (own ?? fromRules("defaults", name));
  kept?.set(name, value);
  return value;
}

/** Tells the person if the organisation has set the value, and returns true. A command calls it before it asks anything. */
export function refusesChange(name: string): boolean {
  const isRefused = isLocked(name);
  if (isRefused) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Your organisation has set this. You cannot change it here."),
    );
  }
  return isRefused;
}

/** Keeps a value that the organisation has set, and notifies the person. */
export async function setOwnSetting(name: string, value: unknown): Promise<void> {
  if (refusesChange(name)) {
    return;
  }
  await vscode.workspace
    .getConfiguration(section)
    .update(name, value, vscode.ConfigurationTarget.Global);
}

export function onDidChangeOwnSetting(name: string, listener: () => void): vscode.Disposable {
  const changed = (): void => {
    // The listener that clears the cache may run after this one.
    kept?.clear();
    listener();
  };
  const full = `${section}.${name}`;
  const own = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(full)) {
      changed();
    }
  });
  const ofHub = onDidChangeHubSettings((names) => {
    if ([...names].some((each) => each === full || each.startsWith(`${full}.`))) {
      changed();
    }
  });
  return both(own, ofHub);
}

function both(one: Disposable, other: Disposable): Disposable {
  return {
    dispose: () => {
      one.dispose();
      other.dispose();
    },
  };
}

/**
 * Caches settings until the configuration changes: one read takes up to half a millisecond, and a message needs forty.
 */
export function keepOwnSettings(): vscode.Disposable {
  kept = new Map();
  const clear = (): void => kept?.clear();
  const subscription = both(
    vscode.workspace.onDidChangeConfiguration(clear),
    onDidChangeHubSettings(clear),
  );
  return new vscode.Disposable(() => {
    kept = undefined;
    subscription.dispose();
  });
}
