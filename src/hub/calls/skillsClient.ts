import { type HubSkill, hubSkillListSchema } from "../../shared/hubApi/hubSkills.ts";
import type { ExchangeDeps } from "../wire/exchange.ts";
import { readOptional } from "../wire/readOptional.ts";

/** Prompts and skills of the token's profile; empty for a hub without the route (404). */
export async function fetchSkills(
  deps: ExchangeDeps,
  signal: AbortSignal,
): Promise<readonly HubSkill[]> {
  const list = await readOptional(deps, { path: "/hub/v1/skills", signal }, hubSkillListSchema);
  return list?.data ?? [];
}
