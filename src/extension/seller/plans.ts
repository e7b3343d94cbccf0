import type { PlannedWrite } from "../../seller/write/plannedWrite.ts";
import type { FormId } from "../../shared/sellerPage/sellerState.ts";
import type { ProfileDesk } from "./environments/sellerDesks.ts";

export interface Plan {
  readonly id: string;
  readonly call: FormId;
  readonly desk: ProfileDesk;
  readonly planned: PlannedWrite;
  readonly subject: string;
}

const maxPlans = 50;

export class Plans {
  readonly #newId: () => string;
  readonly #plans = new Map<string, Plan>();
  readonly #taken = new Set<string>();

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  add(plan: Omit<Plan, "id">): Plan {
    const whole = { ...plan, id: this.#newId() };
    this.#plans.set(whole.id, whole);
    for (const id of this.#plans.keys()) {
      if (this.#plans.size <= maxPlans) {
        break;
      }
      this.#plans.delete(id);
      this.#taken.delete(id);
    }
    return whole;
  }

  get(id: string): Plan | undefined {
    return this.#plans.get(id);
  }

  take(id: string): Plan | undefined {
    const plan = this.#taken.has(id) ? undefined : this.#plans.get(id);
    if (plan) {
      this.#taken.add(id);
    }
    return plan;
  }
}
