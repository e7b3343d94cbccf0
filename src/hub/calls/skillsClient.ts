import { parseJson } from "../../shared/base/json.ts";
import { type HubSkill, hubSkillListSchema } from "../../shared/hubApi/hubSkills.ts";
import { HubError } from "../errors/hubError.ts";
import { Exchange, type ExchangeDeps } from "../wire/exchange.ts";

const maxBytes = 1024 * 1024;

/** Prompts and skills of the token's profile; empty for a hub without the route (404). */
export async function fetchSkills(
  deps: ExchangeDeps,
  signal: AbortSignal,
): Promise<readonly HubSkill[]> {
  const exchange = new Exchange(deps, { signal });
  try {
    await exchange.open({ path: "/hub/v1/skills", method: "GET" });
    const answer = hubSkillListSchema.safeParse(parseJson(await exchange.readText(maxBytes)));
    if (!answer.success) {
      throw await exchange.named(new HubError({ kind: "not_a_hub" }));
    }
    return answer.data.data;
  } catch (error) {
    if (error instanceof HubError && error.failure.httpStatus === 404) {
      return [];
    }
    throw error;
  } finally {
    exchange.close();
  }
}
