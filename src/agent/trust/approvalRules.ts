import * as z from "zod/mini";

import { type CommandRule, coversCommand } from "../command/commandRules.ts";
import { readScript, type SimpleCommand } from "../command/shellReader.ts";

const word = z.string().check(z.maxLength(8_000));

export interface ApprovalRule extends CommandRule {
  /**
   * For a `tool` the one word is the tool's name; for a `variable`, the name of an environment variable that commands
   * get although it looks secret; for a `site`, as `https://example.com`.
   */
  readonly kind: "command" | "tool" | "variable" | "site";
  readonly effect: "deny" | "ask" | "allow";
  /** Only such an allowed command may leave the sandbox. Denials and questions hold anyway. */
  readonly reach?: "outsideSandbox" | undefined;
}

export const approvalRuleSchema = z.object({
  kind: z.enum(["command", "tool", "variable", "site"]),
  words: z.array(word).check(z.minLength(1), z.maxLength(200)),
  extent: z.enum(["exact", "beginning"]),
  effect: z.enum(["deny", "ask", "allow"]),
  reach: z.optional(z.literal("outsideSandbox")),
});

export interface FolderRule {
  readonly folder: string;
  readonly rule: ApprovalRule;
}

/** Kept by the host for the real path of each folder; never in the folder itself. */
export interface RuleBook {
  rules(folder: string): readonly ApprovalRule[];
  add(folder: string, rule: ApprovalRule): Promise<void>;
  all(): readonly FolderRule[];
  remove(kept: FolderRule): Promise<void>;
}

/**
 * The effect of the rules: a script is denied if one of its commands is, needs a question if one does, and is allowed
 * only if all are. Undefined if no rule covers the whole script, or `readScript` cannot read it.
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

export function namedRuleEffect(
  rules: readonly ApprovalRule[],
  named: "tool" | "site",
  name: string,
): ApprovalRule["effect"] | undefined {
  return effectOn(
    rules.filter(({ kind }) => kind === named),
    [{ words: [name] }],
  );
}

/** A command that was allowed inside is not allowed outside. */
export function rulesOutsideSandbox(rules: readonly ApprovalRule[]): readonly ApprovalRule[] {
  return rules.filter(({ effect, reach }) => effect !== "allow" || reach === "outsideSandbox");
}

export function variableRule(name: string): ApprovalRule {
  return { kind: "variable", words: [name], extent: "exact", effect: "allow" };
}

export function variablesLetIn(rules: readonly ApprovalRule[]): readonly string[] {
  return rules.flatMap(({ kind, effect, words }) =>
    kind === "variable" && effect === "allow" ? words : [],
  );
}

/** Rules that allow exactly the commands of a script; empty if it cannot be read. */
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
