import type {
  Admission,
  AnswerOrder,
  Attempt,
  BillableCall,
  Governance,
  Meter,
} from "../../../src/hubServer/governance/budgets/admission.ts";
import type { TokenUsage } from "../../../src/hubServer/store/records.ts";

type Settle = Parameters<Meter["settle"]>;

export interface SettledCall {
  readonly call: BillableCall;
  readonly outcome: Settle[0];
  readonly status: number;
  /** As reported; undefined if nothing was. */
  readonly reported: TokenUsage | undefined;
  /** All text that the meter was given; an x for each character of what another thread read. */
  readonly output: string;
  /** Set if all that was granted counts. */
  readonly unknown: "final" | "partial" | undefined;
  readonly isComplete: boolean;
}

/** Governance that admits what a test lets it, counts four characters a token, and notes what it is told. */
export class FakeGovernance implements Governance {
  readonly calls: BillableCall[] = [];
  readonly settled: SettledCall[] = [];
  /** What gives up each answer that is read on without its client. */
  readonly readOn: (() => Promise<unknown>)[] = [];
  isCounted = true;
  outputTokens = Infinity;
  refusal: Error | undefined;
  change: (fields: BillableCall["fields"]) => BillableCall["fields"] = (fields) => fields;
  hides: (model: string) => boolean = () => false;
  answers: AnswerOrder | undefined;

  reset(): void {
    this.calls.length = 0;
    this.settled.length = 0;
    this.readOn.length = 0;
    this.isCounted = true;
    this.outputTokens = Infinity;
    this.refusal = undefined;
    this.change = (fields) => fields;
    this.hides = () => false;
    this.answers = undefined;
  }

  readonly arrive = (): Promise<void> => Promise.resolve();
  readonly handled = (): Promise<void> => Promise.resolve();
  readonly left: Governance["left"] = (_, giveUp) => void this.readOn.push(giveUp);

  readonly admit = (call: BillableCall): Promise<Admission> => {
    this.calls.push(call);
    if (this.refusal) {
      return Promise.reject(this.refusal);
    }
    const { outputTokens } = this;
    const meter = this.#meter(call);
    const attempt = (): Promise<Attempt> => Promise.resolve({ outputTokens, meter, attempt });
    return Promise.resolve({
      fields: this.change(call.fields),
      outputTokens,
      ...(this.answers && { answers: this.answers }),
      headers: { "x-hub-budget-remaining": "1.00" },
      meter,
      attempt,
    });
  };

  readonly allowsModel = (_: unknown, model: string): Promise<boolean> =>
    Promise.resolve(!this.hides(model));

  #meter(call: BillableCall): Meter {
    let output = "";
    let reported: TokenUsage | undefined;
    let unknown: SettledCall["unknown"];
    const { isCounted } = this;
    return {
      hasCost: false,
      costsAt: () => undefined,
      leavePlace: () => undefined,
      blockBegan: () => undefined,
      assumeInput: () => undefined,
      isCounted,
      assumeAll: (all) => {
        unknown = all;
      },
      addOutput: (text) => {
        output += text;
        return output.length / 4 < this.outputTokens;
      },
      addCounted: ({ characters }) => {
        output += "x".repeat(characters);
      },
      report: (usage) => {
        reported = usage;
      },
      // Deliberately not idempotent: settling twice shows.
      settle: (outcome, status, isComplete = outcome === "complete") => {
        this.settled.push({ call, outcome, status, reported, output, unknown, isComplete });
        const none = { inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
        return Promise.resolve({ cost: "0.0001", usage: reported ?? none });
      },
    };
  }
}
