import type * as vscode from "vscode";

import {
  costOf,
  dayOf,
  readSpent,
  type Spent,
  type TokenPrices,
  withRequest,
} from "../../completion/usage/spent.ts";
import type { Clock } from "../../shared/base/clock.ts";

const key = "aiHub.completion.spent";

export class SpentToday {
  readonly #memory: vscode.Memento;
  readonly #clock: Clock;

  constructor(memory: vscode.Memento, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  get value(): Spent | undefined {
    const spent = readSpent(this.#memory.get(key));
    return spent?.day === this.#day ? spent : undefined;
  }

  add(
    tokens: { readonly prompt: number; readonly completion: number },
    prices: TokenPrices | undefined,
  ): void {
    const sums = { tokens: tokens.prompt + tokens.completion, cost: costOf(tokens, prices) };
    void this.#memory.update(key, withRequest(this.value, this.#day, sums));
  }

  get #day(): string {
    return dayOf(this.#clock.now());
  }
}
