import { computed, type ReadonlySignal, signal } from "@preact/signals";

import type { Client, Handlers } from "../../../shared/base/rpc.ts";
import type {
  AgentState,
  agentCalls,
  agentShows,
  CommandOutput,
} from "../../../shared/calls/agentCalls.ts";
import { focusMainAfter } from "../../kit/focus.ts";
import type { PageFeatureDeps } from "../../page/pageFeatureDeps.ts";
import { pagePart } from "../../page/pagePart.ts";
import { HostCalls } from "../../page/state/hostCalls.ts";

type Call = keyof typeof agentCalls;
type Details<K extends Call> = Omit<Parameters<Client<typeof agentCalls>[K]>[0], "conversationId">;

/** The number of outputs in memory; older ones are read from the call's result. */
const keptOutputs = 50;

export interface AgentPage {
  readonly shows: Handlers<typeof agentShows>;
  /** Undefined until the host has sent it. */
  readonly state: ReadonlySignal<AgentState | undefined>;
  /** A part of the state. An unchanged part keeps its identity, so that nothing is redrawn. */
  readonly part: <K extends keyof AgentState>(key: K) => AgentState[K] | undefined;
  readonly outputOf: (callId: string) => CommandOutput | undefined;
  readonly act: <K extends Exclude<Call, "decideAct">>(
    call: K,
    details: Details<K>,
  ) => Promise<boolean>;
  readonly decide: (
    details: Details<"decideAct">,
  ) => Promise<"done" | "gone" | "tooEarly" | "failed">;
  readonly stop: () => void;
}

export function createAgentPage({ host, state: chat, ui, language }: PageFeatureDeps): AgentPage {
  const calls = new HostCalls(ui, language.words);
  const shown = signal<AgentState>();
  const outputs = signal<readonly CommandOutput[]>([]);
  const state = computed(() =>
    shown.value?.conversationId === chat.conversationId.value ? shown.value : undefined,
  );
  const parts = new Map<keyof AgentState, ReadonlySignal<unknown>>();
  const byCall = new Map<string, ReadonlySignal<CommandOutput | undefined>>();
  const here = (): { readonly conversationId: string } => ({
    conversationId: chat.conversationId.value,
  });
  return {
    shows: {
      showAgent: (next) => {
        shown.value = next;
      },
      showOutput: (output) => {
        const others = outputs.value.filter(({ callId }) => callId !== output.callId);
        outputs.value = [...others.slice(1 - keptOutputs), output];
      },
    },
    state,
    part<K extends keyof AgentState>(key: K) {
      const known = parts.get(key) ?? keptSignal(() => state.value?.[key]);
      parts.set(key, known);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key's signal reads that key
      return known.value as AgentState[K] | undefined;
    },
    outputOf: (callId) => {
      const known =
        byCall.get(callId) ??
        computed(() =>
          outputs.value.find(
            (output) => output.callId === callId && output.conversationId === here().conversationId,
          ),
        );
      byCall.set(callId, known);
      return known.value;
    },
    act: async (call, details) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `details` are those of the same call
      const ask = host[call] as (params: unknown) => Promise<object>;
      return (await calls.ask(ask({ ...here(), ...details }))) !== undefined;
    },
    decide: async (details) =>
      (await host.decideAct({ ...here(), ...details }).catch(() => undefined))?.outcome ?? "failed",
    stop: () => void focusMainAfter(calls.ask(host.stop({}))),
  };
}

/** A signal that keeps its value while new values have the same content. */
function keptSignal(read: () => unknown): ReadonlySignal<unknown> {
  let kept: unknown;
  let text: string | undefined;
  return computed(() => {
    const value = read();
    const next = JSON.stringify(value);
    if (next !== text) {
      [kept, text] = [value, next];
    }
    return kept;
  });
}

export const { Provider: AgentProvider, usePart: useAgent } = pagePart<AgentPage>("agent");
