import * as z from "zod/mini";

import type { LabHub } from "../../../scripts/labHub.ts";
import { askHub } from "./askHub.ts";

const usageSchema = z.object({ token: z.object({ id: z.string() }) });
const budgetSchema = z.object({ id: z.string(), spent: z.string() });

/**
 * A monthly budget in tokens for the token of a demonstration, set through the administration API.
 */
export class TokenBudget {
  readonly #hub: LabHub;
  readonly #id: string;

  private constructor(hub: LabHub, id: string) {
    this.#hub = hub;
    this.#id = id;
  }

  static async create(hub: LabHub, limit: number): Promise<TokenBudget> {
    const usage = await askHub(`${hub.url}/hub/v1/usage`, hub.token);
    const { token } = usageSchema.parse(usage);
    const budget = { scope: "token", subject_id: token.id, unit: "tokens", warn_at: [] };
    const made = await askHub(`${hub.url}/hub/admin/v1/budgets`, hub.adminToken, {
      method: "POST",
      body: JSON.stringify({ ...budget, limit: String(limit) }),
    });
    return new TokenBudget(hub, budgetSchema.parse(made).id);
  }

  /**
   * Spends about this many tokens without the editor: half for a question, half for the echoed
   * answer.
   */
  async spend(tokens: number): Promise<void> {
    const question = { role: "user", content: "word ".repeat(Math.ceil((tokens * 4) / 5 / 2)) };
    await askHub(`${this.#hub.url}/hub/v1/chat/completions`, this.#hub.token, {
      method: "POST",
      body: JSON.stringify({ model: "hub-script-echo", messages: [question] }),
    });
  }

  /** Sets the limit so that this many tokens are left; resolves with the limit. */
  async leave(tokens: number): Promise<number> {
    const path = `${this.#hub.url}/hub/admin/v1/budgets/${this.#id}`;
    const { spent } = budgetSchema.parse(await askHub(path, this.#hub.adminToken));
    const limit = Number(spent) + tokens;
    const body = JSON.stringify({ limit: String(limit) });
    await askHub(path, this.#hub.adminToken, { method: "PATCH", body });
    return limit;
  }
}
