import * as z from "zod/mini";

import { type AgentLevel, agentLevels } from "../../agent/trust/levels.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import { type ChatMode, chatModeSchema } from "../../shared/calls/agentCalls.ts";

export interface AgentChoice {
  readonly mode?: ChatMode | undefined;
  readonly level?: AgentLevel | undefined;
  readonly left?: string | undefined;
}

export interface AgentMemory {
  get(): unknown;
  set(value: unknown): void;
}

const choicesSchema = z.record(
  z.string(),
  z.object({
    mode: z.optional(chatModeSchema),
    level: z.optional(z.enum(agentLevels)),
    left: z.optional(z.string()),
  }),
);

const maxChoices = 500;

/**
 * Mode and level of each conversation, stored per workspace: in another workspace the same conversation starts in the
 * mode Ask. Only the person changes them; a new conversation copies the last choice.
 */
export class AgentChoices implements Disposable {
  readonly #memory: AgentMemory;
  readonly #choices: Map<string, AgentChoice>;
  readonly #didChange = new Emitter<string>();

  readonly onDidChange = this.#didChange.event;

  constructor(memory: AgentMemory) {
    this.#memory = memory;
    const stored = choicesSchema.safeParse(memory.get());
    this.#choices = new Map(stored.success ? Object.entries(stored.data) : []);
  }

  of(conversationId: string): AgentChoice {
    return this.#choices.get(conversationId) ?? {};
  }

  set(conversationId: string, choice: AgentChoice): void {
    const next = { ...this.of(conversationId), ...choice };
    // Reinsertion keeps the newest choices last.
    this.#choices.delete(conversationId);
    this.#choices.set(conversationId, next);
    this.#memory.set(Object.fromEntries([...this.#choices].slice(-maxChoices)));
    this.#didChange.fire(conversationId);
  }

  begin(conversationId: string): void {
    const mode = [...this.#choices.values()].findLast((choice) => choice.mode)?.mode;
    if (mode !== undefined && this.of(conversationId).mode === undefined) {
      this.set(conversationId, { mode });
    }
  }

  dispose(): void {
    this.#didChange.dispose();
  }
}
