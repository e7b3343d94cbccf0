import { type CommandRule, coversCommand } from "../command/commandRules.ts";
import type { SimpleCommand } from "../command/shellReader.ts";

/** A rule with what it means. */
export interface ApprovalRule extends CommandRule {
  readonly effect: "deny" | "ask" | "allow";
}

/**
 * What the person's rules say about a script. One command that is denied denies the script, one that is to be asked
 * about asks; it is allowed only if each command is. Undefined: no rule says anything of the whole.
 */
export function ruleEffect(
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
