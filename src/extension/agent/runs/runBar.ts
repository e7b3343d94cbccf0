import type { AgentEvent, RunEnd } from "../../../agent/run/cards/agentEvents.ts";
import { capPause, type CapTerms, tokensPerUnit } from "../../../agent/run/runCap.ts";
import { isRecord } from "../../../shared/base/json.ts";
import type { Usage } from "../../../shared/conversation/conversation.ts";
import { failedPause } from "./pausedRun.ts";
import { isUndone } from "./runAnswer.ts";
import type { RunView } from "./runView.ts";

type RunShown = NonNullable<RunView["run"]>;
type Call = Extract<AgentEvent, { type: "call" }>;

const planStates = { open: "open", running: "doing", done: "done" } as const;
const subjects = ["path", "command", "query", "from", "pattern", "task", "question"];

export class RunBar {
  readonly #onChange: () => void;
  readonly #maxSteps: number;
  readonly #cap: CapTerms;
  readonly #calls = new Map<string, Call>();
  #files: () => number = () => 0;
  #run: RunShown | undefined;
  #plan: RunView["plan"] = [];
  #question: RunView["question"];
  /** A count, because parallel reads ask at the same time. */
  #cards = 0;

  constructor(
    { maxSteps, cap }: { readonly maxSteps: number; readonly cap: CapTerms },
    onChange: () => void,
  ) {
    this.#maxSteps = maxSteps;
    this.#cap = cap;
    this.#onChange = onChange;
  }

  get view(): Pick<RunView, "run" | "plan" | "question"> {
    const waits = this.#cards > 0 || this.#question !== undefined;
    const run =
      this.#run?.state === "running" && waits
        ? ({ ...this.#run, state: "waiting", doing: { kind: "person" } } as const)
        : this.#run;
    return {
      ...(run && { run }),
      plan: this.#plan,
      ...(this.#question && { question: this.#question }),
    };
  }

  begin(files: () => number): void {
    this.#files = files;
    this.#set({
      state: "running",
      step: 1,
      maxSteps: this.#maxSteps,
      doing: { kind: "model" },
      cost: "0",
      isApproximate: true,
      files: 0,
      isTainted: false,
    });
  }

  /** `compaction`: the model summarises the run instead of continuing it. */
  waitForModel(kind: "model" | "compaction" = "model"): void {
    this.#change({ doing: { kind } });
  }

  /** Shows a waiting card until the returned function is called, whatever else the run does. */
  waitForPerson(): () => void {
    this.#cards += 1;
    this.#change({});
    return () => {
      this.#cards -= 1;
      this.#change({});
    };
  }

  limit(maxCost: number): void {
    this.#change({
      maxCost: String(maxCost),
      maxTokens: Math.round(maxCost * tokensPerUnit),
    });
  }

  spend(
    { cost, saved, currency }: Pick<Usage, "cost" | "saved" | "currency">,
    { tokens, isApproximate }: { readonly tokens: number; readonly isApproximate: boolean },
  ): void {
    this.#change({
      isApproximate,
      tokens,
      ...(cost !== undefined && { cost }),
      ...(saved !== undefined && { saved }),
      ...(currency && { currency }),
    });
  }

  call(call: Call): void {
    this.#calls.set(call.id, call);
    this.#change({ step: call.step });
  }

  start(callId: string): void {
    const call = this.#calls.get(callId);
    if (call) {
      const subject = subjects
        .map((name) => call.args[name])
        .find((one) => typeof one === "string");
      this.#change({ doing: { kind: "tool", tool: call.tool, ...(subject && { subject }) } });
    }
  }

  result({ id, state }: Extract<AgentEvent, { type: "result" }>): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (call?.tool === "update_plan" && state === "done") {
      this.#plan = planOf(call.args["items"]);
    }
    this.#change({});
  }

  ask(question: RunView["question"]): void {
    this.#question = question;
    this.#change({ doing: { kind: "model" } });
  }

  taint(isTainted: boolean): void {
    this.#change({ isTainted });
  }

  /** A run that can resume stays visible as paused. */
  end(end: RunEnd): void {
    const { pause, failure } = end;
    const canGoOn = pause !== undefined || isUndone(end) || failure !== undefined;
    if (!canGoOn || !this.#run) {
      this.leave();
    } else {
      const { doing: _doing, ...run } = this.#run;
      const cap = capPause(end, { ...this.#cap, maxSteps: this.#maxSteps });
      const why = pause ?? failedPause(failure);
      const paused = { state: "paused", ...(why && { pause: why }), ...(cap && { cap }) } as const;
      this.#set({ ...run, ...paused, doing: { kind: "person" } });
    }
  }

  leave(): void {
    this.#run = undefined;
    this.#onChange();
  }

  #change(change: Partial<RunShown>): void {
    if (this.#run) {
      this.#set({ ...this.#run, ...change });
    }
  }

  #set(run: RunShown): void {
    this.#run = { ...run, files: this.#files() };
    this.#onChange();
  }
}

function planOf(items: unknown): RunView["plan"] {
  return (Array.isArray(items) ? items : []).flatMap((item: unknown) => {
    const text = isRecord(item) && typeof item["text"] === "string" ? item["text"] : undefined;
    const state = isRecord(item) ? item["state"] : undefined;
    const known = state === "running" || state === "done" ? state : "open";
    return text === undefined ? [] : [{ text, state: planStates[known] }];
  });
}
