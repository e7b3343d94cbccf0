import type { AgentCard } from "../../../shared/calls/agentCalls.ts";
import { type ApprovalRule, exactRules } from "../../trust/approvalRules.ts";
import { isServerCall } from "../../trust/levels.ts";
import { siteRule } from "../../trust/site.ts";
import type { AskedAct } from "./agentEvents.ts";

export interface OfferedRule {
  readonly shown: AgentCard["rules"][number];
  /** Empty for `run`, which allows the same text until the run ends. */
  readonly rules: readonly ApprovalRule[];
}

/**
 * Programs that start other programs, such as `sudo`: a rule for the beginning of their command would allow too much.
 */
const openEnded =
  /^(?:.*[/\\])?(?:bash|sh|zsh|dash|fish|env|sudo|doas|xargs|time|nohup|ssh|docker|node|deno|bun|python[\d.]*|perl|ruby|php|awk|eval|npx|pwsh|powershell|cmd)(?:\.exe)?$/iu;

/** Empty in a tainted run, for private values, outside the workspace, and for an act that asks at every level. */
export function offeredRules(asked: AskedAct): readonly OfferedRule[] {
  const { act, command, mcp, site, leavesSandbox, saves = [] } = asked;
  if (isOnceOnly(asked)) {
    return [];
  }
  if (isServerCall(act) && mcp?.tool !== undefined) {
    const rule = { kind: "tool", words: [mcp.tool], extent: "exact", effect: "allow" } as const;
    return [{ shown: { id: "tool", kind: "exact", text: mcp.tool }, rules: [rule] }];
  }
  if (site !== undefined) {
    return [{ shown: { id: "site", kind: "exact", text: site }, rules: [siteRule(site)] }];
  }
  if (command === undefined) {
    return act === "edit" && saves.length === 0 ? [allEdits] : [];
  }
  const forRun = { shown: { id: "run", kind: "run" as const, text: command }, rules: [] };
  const offered = [forRun, ...rulesOn(exactRules(command))];
  return leavesSandbox ? offered.map(outside) : offered;
}

function isOnceOnly({ taint, findings = [], alwaysAsks, isOutside }: AskedAct): boolean {
  return taint !== undefined || findings.length > 0 || alwaysAsks === true || isOutside === true;
}

/** The edits of this run are not asked about any more, as at the level `edits`. */
const allEdits: OfferedRule = { shown: { id: "edits", kind: "edits", text: "" }, rules: [] };

function outside({ shown, rules }: OfferedRule): OfferedRule {
  return {
    shown: { ...shown, leavesSandbox: true },
    rules: rules.map((rule) => ({ ...rule, reach: "outsideSandbox" })),
  };
}

function rulesOn(rules: readonly ApprovalRule[]): readonly OfferedRule[] {
  const [only, more] = rules;
  if (!only) {
    return [];
  }
  const text = rules.map(({ words }) => words.map(shownWord).join(" ")).join("\n");
  const exact = { shown: { id: "exact", kind: "exact" as const, text }, rules };
  if (more || openEnded.test(only.words[0] ?? "")) {
    return [exact];
  }
  const shown = { id: "beginning", kind: "beginning" as const, text };
  return [exact, { shown, rules: [{ ...only, extent: "beginning" }] }];
}

function shownWord(word: string): string {
  return /^[^\s"']+$/u.test(word) ? word : JSON.stringify(word);
}
