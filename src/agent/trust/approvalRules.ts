import * as z from "zod/mini";

import { type CommandRule, coversCommand } from "../command/commandRules.ts";
import { readScript, type SimpleCommand } from "../command/shellReader.ts";

const word = z.string().check(z.maxLength(8_000));

/** A person's rule about commands or tools, with what it means. */
export interface ApprovalRule extends CommandRule {
  /**
   * `tool`: it is about a tool of a server, and its one word is the tool's name. `variable`: its one word is the name of an
   * environment variable that commands get although it looks secret.
   */
  readonly kind: "command" | "tool" | "variable";
  readonly effect: "deny" | "ask" | "allow";
  /** An allowed command may also leave the sandbox; without it never, whatever it says. Denials and questions hold anyway. */
  readonly reach?: "outsideSandbox" | undefined;
}

/** A rule as it is stored. */
export const approvalRuleSchema = z.object({
  kind: z.enum(["command", "tool", "variable"]),
  words: z.array(word).check(z.minLength(1), z.maxLength(200)),
  extent: z.enum(["exact", "beginning"]),
  effect: z.enum(["deny", "ask", "allow"]),
  reach: z.optional(z.literal("outsideSandbox")),
});

/** A rule with the real path of the folder for which it was made. */
export interface FolderRule {
  readonly folder: string;
  readonly rule: ApprovalRule;
}

/** The person's rules, kept by the host for the real path of each folder; never in the folder itself. */
export interface RuleBook {
  rules(folder: string): readonly ApprovalRule[];
  add(folder: string, rule: ApprovalRule): Promise<void>;
  /** Those of every folder, the oldest first. */
  all(): readonly FolderRule[];
  remove(kept: FolderRule): Promise<void>;
}

/**
 * What the rules say about a script. One command that is denied denies the script, one that is to be asked about asks;
 * it is allowed only if each command is. Undefined: no rule says anything of the whole, as of every script that
 * `readScript` cannot read.
 */
export function ruleEffect(
  rules: readonly ApprovalRule[],
  script: string,
): ApprovalRule["effect"] | undefined {
  return effectOn(
    rules.filter(({ kind }) => kind === "command"),
    readScript(script) ?? [],
  );
}

/** What the rules say about a tool of a server. */
export function toolRuleEffect(
  rules: readonly ApprovalRule[],
  tool: string,
): ApprovalRule["effect"] | undefined {
  return effectOn(
    rules.filter(({ kind }) => kind === "tool"),
    [{ words: [tool] }],
  );
}

/** The rules that count for a command that would leave the sandbox: what was allowed inside is not allowed outside. */
export function rulesOutsideSandbox(rules: readonly ApprovalRule[]): readonly ApprovalRule[] {
  return rules.filter(({ effect, reach }) => effect !== "allow" || reach === "outsideSandbox");
}

/** The rule that lets a variable in for commands. */
export function variableRule(name: string): ApprovalRule {
  return { kind: "variable", words: [name], extent: "exact", effect: "allow" };
}

/** The names of the variables that the rules let in. */
export function variablesLetIn(rules: readonly ApprovalRule[]): readonly string[] {
  return rules.flatMap(({ kind, effect, words }) =>
    kind === "variable" && effect === "allow" ? words : [],
  );
}

/** The rules that allow exactly the commands of a script; none if it cannot be read, so that no rule could cover it. */
export function exactRules(script: string): readonly ApprovalRule[] {
  return (readScript(script) ?? []).map(({ words }) => ({
    kind: "command",
    words,
    extent: "exact",
    effect: "allow",
  }));
}

function effectOn(
  rules: readonly ApprovalRule[],
  commands: readonly SimpleCommand[],
): ApprovalRule["effect"] | undefined {
  const has = (command: SimpleCommand, effect: ApprovalRule["effect"]): boolean =>
    rules.some((rule) => rule.effect === effect && coversCommand(rule, command));
  for (const effect of ["deny", "ask"] as const) {
    if (commands.some((command) => has(command, effect))) {
      return effect;
    }
  }
  const isAllowed = commands.length > 0 && commands.every((command) => has(command, "allow"));
  return isAllowed ? "allow" : undefined;
}
