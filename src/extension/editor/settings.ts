import type * as vscode from "vscode";

import { type DoneChecks, readChecks } from "../../agent/trust/doneChecks.ts";
import { type AgentLevel, agentLevels } from "../../agent/trust/levels.ts";
import type { ChatFormatChoice } from "../../hub/wire/encodeRequest.ts";
import { type Patience, patienceBounds, timeLimits } from "../../shared/base/timeLimits.ts";
import { type DlpMode, dlpModes } from "../../shared/guarded/protection.ts";
import { isLocked, onDidChangeOwnSetting, ownSetting, setOwnSetting } from "./ownSettings.ts";

export type LanguageModelAccess = "ask" | "allow" | "deny";

/** Settings that decide where data is sent are read from the person's own values only, never from a workspace. */
export const settings = {
  baseUrl: (): string => ownValue("baseUrl"),
  model: (): string => ownValue("model"),
  chatFormat: (): ChatFormatChoice => {
    const value = ownValue("chatFormat");
    return value === "anthropic" || value === "auto" ? value : "openai";
  },
  dlpMode: (): DlpMode => dlpModes.find((mode) => mode === ownValue("dlp.mode")) ?? "warn",
  languageModelAccess: (): LanguageModelAccess => {
    const value = ownValue("languageModels.access");
    return value === "allow" || value === "deny" ? value : "ask";
  },
  historyKeepDays: (): number => ownNumber("history.keepDays"),
  generateTitles: (): boolean => ownSetting("chat.generateTitles") !== false,

  patience: (): Patience => {
    const { silenceSeconds, wholeMinutes } = patienceBounds;
    const { answer } = timeLimits;
    return {
      silence: boundedNumber("answer.maxSilence", silenceSeconds, answer.silence / 1_000) * 1_000,
      whole: boundedNumber("answer.maxDuration", wholeMinutes, answer.whole / 60_000) * 60_000,
    };
  },

  agentLevel: (): AgentLevel =>
    agentLevels.find((level) => level === ownValue("agent.level")) ?? "ask",
  agentMaxCost: (): number => ownNumber("agent.maxCost") || 2,
  agentShowsEdits: (): boolean => ownBoolean("agent.showEdits", true),
  agentChecks: (): DoneChecks =>
    readChecks(ownSetting("agent.checks"), isLocked("agent.checks") ? "organisation" : "person"),
  agentMaxSteps: (): number => boundedNumber("agent.maxSteps", { least: 1, most: 1_000 }, 100),

  usesCodeIndex: (): boolean => ownBoolean("index.enabled", true),
  offersCodeSearch: (): boolean => ownBoolean("index.tool", true),
  indexMaxFiles: (): number =>
    boundedNumber("index.maxFiles", { least: 100, most: 200_000 }, 60_000),
  indexExclude: (): readonly string[] => {
    const value = ownSetting("index.exclude");
    const patterns = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
    return patterns.slice(0, 200).map((pattern) => pattern.slice(0, 1_000));
  },

  mcpServers: (): unknown => ownSetting("mcp.servers"),

  extensionUrl: (): string => ownValue("extensionUrl"),
  updateKey: (): string => ownValue("updateKey"),

  setBaseUrl: (value: string): Thenable<void> => setOwn("baseUrl", value),
  indexEmbeddings: (): string => {
    const model = ownValue("index.embeddings");
    return model === "off" ? "" : model;
  },
  setIndexEmbeddings: (model: string): Thenable<void> => setOwn("index.embeddings", model),
  isAddressLocked: (): boolean => isLocked("baseUrl"),
  isModelLocked: (): boolean => isLocked("model"),
  setModel: (value: string): Thenable<void> => setOwn("model", value),
  setLanguageModelAccess: (value: LanguageModelAccess): Thenable<void> =>
    setOwn("languageModels.access", value),

  onDidChange: (
    name: "baseUrl" | "model" | "dlp.mode" | "languageModels.access" | "agent.level" | "index",
    listener: () => void,
  ): vscode.Disposable => onDidChangeOwnSetting(name, listener),
};

function ownValue(name: string): string {
  const value = ownSetting(name);
  return typeof value === "string" ? value.trim() : "";
}

function ownBoolean(name: string, byDefault: boolean): boolean {
  const value = ownSetting(name);
  return typeof value === "boolean" ? value : byDefault;
}

function ownNumber(name: string): number {
  const value = ownSetting(name);
  return typeof value === "number" && Number.isFinite(value) ? Math.max(0, value) : 0;
}

function boundedNumber(
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
  byDefault: number,
): number {
  const value = ownNumber(name);
  return value === 0 ? byDefault : Math.min(Math.max(value, least), most);
}

function setOwn(name: string, value: string): Thenable<void> {
  return setOwnSetting(name, value === "" ? undefined : value);
}
