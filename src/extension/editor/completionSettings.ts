import * as vscode from "vscode";

import type { EnabledLanguages } from "../../completion/enabled.ts";
import { isRecord } from "../../shared/json.ts";

const section = "aiHub.completion";

/**
 * The settings of the completion, always the person's own values. Apart from the other settings, because the editor
 * loads this file at its start.
 */
export const completionSettings = {
  enabled: (): EnabledLanguages => {
    const value = own("enabled");
    const entries = Object.entries(isRecord(value) ? value : {}).slice(0, 500);
    return Object.fromEntries(
      entries.flatMap(([name, isOn]) => (typeof isOn === "boolean" ? [[name, isOn]] : [])),
    );
  },
  setEnabled: (value: EnabledLanguages): Thenable<void> => setOwn("enabled", value),
  /** The hub's model; empty if none is chosen. */
  model: (): string => {
    const value = own("model");
    return typeof value === "string" ? value.trim().slice(0, 500) : "";
  },
  setModel: (value: string): Thenable<void> => setOwn("model", value),
  promptTokens: (): number => bounded(own("promptTokens"), [200, 6_000], 1_500),
  maxLines: (): number => bounded(own("maxLines"), [1, 40], 12),
  /** Milliseconds; undefined for `auto`. */
  delayMs: (): number | undefined => {
    const value = Number(own("delay") ?? "auto");
    return Number.isFinite(value) ? Math.min(Math.max(value, 0), 5_000) : undefined;
  },
  exclude: (): readonly string[] => {
    const value = own("exclude");
    const globs = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
    return globs.slice(0, 200).map((glob) => glob.slice(0, 1_000));
  },
  otherFiles: (): boolean => own("otherFiles") !== false,
  reportKept: (): boolean => own("reportKept") !== false,
  onDidChange: (listener: () => void): vscode.Disposable =>
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(section)) {
        listener();
      }
    }),
};

function own(name: string): unknown {
  return vscode.workspace.getConfiguration(section).inspect<unknown>(name)?.globalValue;
}

function setOwn(name: string, value: unknown): Thenable<void> {
  return vscode.workspace
    .getConfiguration(section)
    .update(name, value, vscode.ConfigurationTarget.Global);
}

function bounded(
  value: unknown,
  [least, most]: readonly [number, number],
  byDefault: number,
): number {
  return typeof value === "number" && Number.isFinite(value)
    ? Math.round(Math.min(Math.max(value, least), most))
    : byDefault;
}
