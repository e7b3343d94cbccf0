import type { ToolCall } from "../../../hub/wire/chatTypes.ts";
import { namesExcluded } from "../../../shared/guarded/excludedPaths.ts";
import { placeholderOf } from "../../../shared/guarded/sensitiveKinds.ts";
import type { PlannedAct } from "../../tools/base/agentTool.ts";
import {
  type ApprovalRule,
  namedRuleEffect,
  ruleEffect,
  rulesOutsideSandbox,
} from "../../trust/approvalRules.ts";
import {
  type AgentLevel,
  type AgentMode,
  calls,
  decideAct,
  isServerCall,
} from "../../trust/levels.ts";
import { judgeSent, type SensitiveCheck, type SensitiveCount } from "../../trust/sensitiveCall.ts";
import type { Taint, TaintCause } from "../../trust/taint.ts";
import type { AskedAct } from "./agentEvents.ts";

export interface RunStanding {
  readonly level: AgentLevel;
  readonly mode: AgentMode;
}

export interface RunTrustDeps {
  /** Level and mode, read before each call: the person may change them during the run. */
  readonly standing: () => RunStanding;
  readonly rules?: () => readonly ApprovalRule[];
  /** Absent: no data protection. */
  readonly sensitive?: SensitiveCheck;
}

type Judgement =
  | { readonly answer: "run" }
  | { readonly answer: "card"; readonly asked: AskedAct }
  | { readonly answer: "refused"; readonly text: string };

export class RunTrust {
  readonly #deps: RunTrustDeps;
  readonly #taint: Taint;
  readonly #approved = new Set<string>();
  #allowsEdits = false;

  constructor(deps: RunTrustDeps, taint: Taint) {
    this.#deps = deps;
    this.#taint = taint;
  }

  /** Called again after a card, because the person may have changed the mode meanwhile. */
  judge(planned: PlannedAct, call: ToolCall): Judgement {
    const { standing, sensitive } = this.#deps;
    const { act } = planned;
    const now = standing();
    const { cause } = this.#taint;
    const rule = this.#ruleOn(planned, call);
    const answer = decideAct(act, { ...now, isTainted: cause !== undefined, rule });
    const text = sentText(planned, call);
    const { findings, refusal } = judgeSent(text, sensitive, text === "" ? [] : call.restored);
    const refused =
      refusedText(planned, call, { ...now, answer }) ??
      (refusal && sentRefusals[refusal](findings));
    if (refused !== undefined) {
      return { answer: "refused", text: refused };
    }
    const isApproved = cause === undefined && rule !== "ask" && this.#isApproved(planned);
    const isAsked =
      ((answer === "card" || readsSecret(planned, answer)) && !isApproved) ||
      asksAlways(planned) ||
      findings.length > 0;
    return isAsked
      ? { answer: "card", asked: askedAct(planned, findings, cause) }
      : { answer: "run" };
  }

  /** Approving an edit approves all edits of the run. */
  approveForRun(planned: PlannedAct): void {
    this.#allowsEdits ||= planned.act === "edit";
    this.#approved.add(keyOf(planned));
  }

  #isApproved(planned: PlannedAct): boolean {
    return (this.#allowsEdits && planned.act === "edit") || this.#approved.has(keyOf(planned));
  }

  #ruleOn(
    { act, command, site, isOutside, leavesSandbox }: PlannedAct,
    { name }: ToolCall,
  ): ApprovalRule["effect"] | undefined {
    const rules = this.#deps.rules?.() ?? [];
    if (command !== undefined) {
      const effect = ruleEffect(leavesSandbox ? rulesOutsideSandbox(rules) : rules, command);
      return isOutside && effect === "allow" ? undefined : effect;
    }
    if (site !== undefined) {
      return namedRuleEffect(rules, "site", site);
    }
    return isServerCall(act) ? namedRuleEffect(rules, "tool", name) : undefined;
  }
}

function sentText({ act, command, site, detail }: PlannedAct, call: ToolCall): string {
  if (site !== undefined) {
    return act === "read" ? "" : detail;
  }
  return command ?? (isServerCall(act) ? JSON.stringify(call.arguments) : "");
}

function askedAct(
  planned: PlannedAct,
  findings: readonly SensitiveCount[],
  cause: TaintCause | undefined,
): AskedAct {
  return {
    ...planned,
    ...(findings.length > 0 && { findings }),
    ...(cause !== undefined && calls.includes(planned.act) && { taint: cause }),
  };
}

/**
 * The key of an approval: all arguments, the change, and leaving the sandbox. It lacks `purpose` and the reason for
 * leaving, which the model may phrase differently.
 */
function keyOf({ act, title, command, detail, paths, links = [], ...more }: PlannedAct): string {
  const shown = command ?? detail;
  const { folder = null, variables = [], leavesSandbox } = more;
  const isCommand = command !== undefined;
  const leaves = leavesSandbox !== undefined;
  return JSON.stringify([act, title, isCommand, leaves, shown, folder, variables, paths, links]);
}

function refusedText(
  planned: PlannedAct,
  call: ToolCall,
  { mode, level, answer }: RunStanding & { readonly answer: ReturnType<typeof decideAct> },
): string | undefined {
  if (answer === "refused") {
    return refusalOf(planned, mode);
  }
  if (savesAny(planned) && level !== "ask") {
    return unsavedText(planned);
  }
  const isServer = isServerCall(planned.act);
  return isServer && namesExcluded(JSON.stringify(call.arguments))
    ? refusalOf({ ...planned, act: "forbidden" }, mode)
    : undefined;
}

const nothing = "Not done, nothing was changed.";

function savesAny({ saves = [] }: PlannedAct): boolean {
  return saves.length > 0;
}

/** A sandboxed command without a question could print a secret file to the model. */
function readsSecret({ isSecret }: PlannedAct, answer: ReturnType<typeof decideAct>): boolean {
  return isSecret === true && answer === "runInside";
}

function asksAlways(planned: PlannedAct): boolean {
  return planned.alwaysAsks === true || planned.readsExcluded === true || savesAny(planned);
}

function unsavedText({ saves = [] }: PlannedAct): string {
  return (
    `${nothing} The person has changes in ${saves.join(", ")} that are not saved, and at this level nobody is asked ` +
    "about them. Ask the person with ask_person to save, then read the file again."
  );
}

function refusalOf({ act }: PlannedAct, mode: RunStanding["mode"]): string {
  if (mode !== "agent" && act !== "read") {
    const end = mode === "plan" ? "write the plan as your answer" : "answer the person";
    return `${nothing} In ${mode} mode nothing is changed: ${end}.`;
  }
  return act === "forbidden"
    ? `${nothing} Folders of version control and of the editor are never written, and paths that the organisation excludes are never used.`
    : `${nothing} A rule of the person forbids it. Do not try it again.`;
}

const sentRefusals = {
  unknownToken: () =>
    `${nothing} It has a token for a masked value that is not known, or in an address, where values are never put. ` +
    "Do it without the token.",
  blocked: (findings: readonly SensitiveCount[]) => {
    const kinds = findings.map(({ kind, count }) => `${count} × ${placeholderOf(kind)}`);
    return `${nothing} It has private values (${kinds.join(", ")}), which must not leave this machine. Do it without them.`;
  },
} as const;
