import { join } from "node:path";

import type { ApprovalRule } from "../../agent/trust/approvalRules.ts";
import { StoredRules } from "../../agentNode/storedRules.ts";
import { dataFolder } from "../../sharedNode/dataFolder.ts";

export function storedRules(): StoredRules {
  return new StoredRules(join(dataFolder(), "agent", "rules.json"));
}

export function rulesUnder(
  key: string,
  given: readonly ApprovalRule[],
): () => readonly ApprovalRule[] {
  const stored = storedRules();
  return () => [...given, ...stored.rules(key)];
}
