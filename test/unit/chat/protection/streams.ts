import {
  Decisions,
  type Decision,
  type DecisionMemory,
} from "../../../../src/chat/protection/decisions.ts";
import { Protection } from "../../../../src/chat/protection/protection.ts";
import { TextScanner } from "../../../../src/chat/protection/textScanner.ts";
import type { ChatRequest, StreamEvent } from "../../../../src/hub/wire/chatTypes.ts";
import type { DlpMode } from "../../../../src/shared/guarded/protection.ts";

export const cpf = "529.982.247-25";
export const email = "maria.souza@acme.com.br";
/** A number for trying out. */
export const testCard = "4111 1111 1111 1111";

class MemoryDecisions implements DecisionMemory {
  readonly #kept = new Map<string, Readonly<Record<string, Decision>>>();

  read(conversationId: string): Readonly<Record<string, Decision>> {
    return this.#kept.get(conversationId) ?? {};
  }

  write(conversationId: string, decisions: Readonly<Record<string, Decision>>): void {
    this.#kept.set(conversationId, decisions);
  }
}

/** A hash that a test can foresee. */
export const idOf = (value: string): string => `id:${value}`;

export function protectionIn(mode: DlpMode | (() => DlpMode)): {
  readonly protection: Protection;
  readonly decisions: Decisions;
} {
  const decisions = new Decisions({
    memory: new MemoryDecisions(),
    hash: (value) => Promise.resolve(idOf(value)),
  });
  const scanner = new TextScanner();
  return {
    protection: new Protection({
      mode: typeof mode === "string" ? () => mode : mode,
      decisions,
      scanner,
    }),
    decisions,
  };
}

export function asking(text: string, more: Partial<ChatRequest> = {}): ChatRequest {
  return { model: "m", messages: [{ role: "user", content: text }], ...more };
}

export async function* streamOf(...events: StreamEvent[]): AsyncGenerator<StreamEvent> {
  for (const event of events) {
    yield await Promise.resolve(event);
  }
}

export async function allOf<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) {
    all.push(event);
  }
  return all;
}

/** The failure with which a protected stream refused a request. */
export function failureOf(error: unknown): Extract<StreamEvent, { kind: "notice" }>["failure"] {
  return (error as { failure: Extract<StreamEvent, { kind: "notice" }>["failure"] }).failure;
}
