import type * as vscode from "vscode";

import type { EnabledLanguages } from "../../completion/enabled.ts";
import { isRecord } from "../../shared/base/json.ts";
import { onDidChangeOwnSetting, ownSetting, setOwnSetting } from "./ownSettings.ts";

export interface CompletionValues {
  readonly model: string;
  readonly promptTokens: number;
  readonly maxLines: number;
  readonly delayMs: number | undefined;
  readonly otherFiles: boolean;
  readonly repeatEdits: boolean;
  readonly nextEdits: boolean;
  readonly reportKept: boolean;
}

/**
 * Settings of completion, only the person's own values. They have their own file, because the editor loads it at
 * startup.
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
  setModel: (value: string): Thenable<void> => setOwn("model", value),
  values: (): CompletionValues => {
    const delay = Number(own("delay") ?? "auto");
    const model = own("model");
    return {
      model: typeof model === "string" ? model.trim().slice(0, 500) : "",
      promptTokens: bounded(own("promptTokens"), [200, 6_000], 1_500),
      maxLines: bounded(own("maxLines"), [1, 40], 12),
      delayMs: Number.isFinite(delay) ? Math.min(Math.max(delay, 0), 5_000) : undefined,
      otherFiles: own("otherFiles") !== false,
      repeatEdits: own("repeatEdits") !== false,
      nextEdits: own("nextEdits") === true,
      reportKept: own("reportKept") !== false,
    };
  },
  exclude: (): readonly string[] => {
    const value = own("exclude");
    const globs = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
    return globs.slice(0, 200).map((glob) => glob.slice(0, 1_000));
  },
  onDidChange: (listener: () => void): vscode.Disposable =>
    onDidChangeOwnSetting("completion", listener),
};

function own(name: string): unknown {
  return ownSetting(`completion.${name}`);
}

function setOwn(name: string, value: unknown): Thenable<void> {
  return setOwnSetting(`completion.${name}`, value);
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
