import { join } from "node:path";

import type { ApprovalRule } from "../../agent/trust/approvalRules.ts";
import { StoredRules } from "../../agentNode/storedRules.ts";
import { dataFolder } from "../../sharedNode/dataFolder.ts";

/** The person's rules by folders, for the program with and without `--acp`. The extension has its own. */
export function storedRules(): StoredRules {
  return new StoredRules(join(dataFolder(), "agent", "rules.json"));
}

/** The rules of `--yes` and the present ones stored for the folders. */
export function rulesUnder(
  key: string,
  given: readonly ApprovalRule[],
): () => readonly ApprovalRule[] {
  const stored = storedRules();
  return () => [...given, ...stored.rules(key)];
}
