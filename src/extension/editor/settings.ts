import type * as vscode from "vscode";

import { type AgentLevel, agentLevels } from "../../agent/trust/levels.ts";
import type { ChatFormatChoice } from "../../hub/wire/encodeRequest.ts";
import { type Patience, patienceBounds, timeLimits } from "../../shared/base/timeLimits.ts";
import { type DlpMode, dlpModes } from "../../shared/guarded/protection.ts";
import { onDidChangeOwnSetting, ownSetting, setOwnSetting } from "./ownSettings.ts";

/** Whether other extensions and the editor's own chat may use the hub's models. */
export type LanguageModelAccess = "ask" | "allow" | "deny";

/**
 * The settings. Those that decide where data is sent are read from the person's own settings only;
 * workspace values are ignored, even where the editor would apply them.
 */
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
  /** Conversations unused for this many days are deleted; 0 for never. */
  historyKeepDays: (): number => ownNumber("history.keepDays"),
  /** Whether a model names new conversations. */
  generateTitles: (): boolean => ownSetting("chat.generateTitles") !== false,

  /** How long to wait for an answer, in milliseconds. */
  patience: (): Patience => {
    const { silenceSeconds, wholeMinutes } = patienceBounds;
    const { answer } = timeLimits;
    return {
      silence: boundedNumber("answer.maxSilence", silenceSeconds, answer.silence / 1_000) * 1_000,
      whole: boundedNumber("answer.maxDuration", wholeMinutes, answer.whole / 60_000) * 60_000,
    };
  },

  /** How freely the agent works in a conversation for which the person chose nothing else. */
  agentLevel: (): AgentLevel =>
    agentLevels.find((level) => level === ownValue("agent.level")) ?? "ask",
  /** The most that one run of the agent may cost, in the hub's currency. */
  agentMaxCost: (): number => ownNumber("agent.maxCost") || 2,
  /** The steps after which a run of the agent asks whether to go on. */
  agentMaxSteps: (): number => boundedNumber("agent.maxSteps", { least: 1, most: 1_000 }, 100),

  /** Whether the workspace's code is indexed, on this machine. */
  usesCodeIndex: (): boolean => ownBoolean("index.enabled", true),
  /** Whether models may search it. */
  offersCodeSearch: (): boolean => ownBoolean("index.tool", true),
  indexMaxFiles: (): number =>
    boundedNumber("index.maxFiles", { least: 100, most: 200_000 }, 60_000),
  /** Patterns of files that are left out of the index. */
  indexExclude: (): readonly string[] => {
    const value = ownSetting("index.exclude");
    const patterns = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
    return patterns.slice(0, 200).map((pattern) => pattern.slice(0, 1_000));
  },

  /** The person's MCP servers, not parsed yet. */
  mcpServers: (): unknown => ownSetting("mcp.servers"),

  /** The address where manual installs look for newer versions. */
  extensionUrl: (): string => ownValue("extensionUrl"),

  setBaseUrl: (value: string): Thenable<void> => setOwn("baseUrl", value),
  /** The hub's model for the embeddings of the code index; empty if it uses none. */
  indexEmbeddings: (): string => {
    const model = ownValue("index.embeddings");
    return model === "off" ? "" : model;
  },
  setIndexEmbeddings: (model: string): Thenable<void> => setOwn("index.embeddings", model),
  setModel: (value: string): Thenable<void> => setOwn("model", value),
  setLanguageModelAccess: (value: LanguageModelAccess): Thenable<void> =>
    setOwn("languageModels.access", value),

  /** Calls the listener when the person's value of a setting may have changed. */
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

/** The person's value, limited to its bounds; the default if there is none. */
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
