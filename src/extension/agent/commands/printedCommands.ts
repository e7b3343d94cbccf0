import type { CommandOutput } from "../../../shared/calls/agentCalls.ts";

const maxPrinted = 50;

export class PrintedCommands {
  readonly #outputs = new Map<string, CommandOutput>();

  add(output: CommandOutput): void {
    this.#outputs.delete(output.callId);
    this.#outputs.set(output.callId, output);
    const [oldest] = this.#outputs.keys();
    if (this.#outputs.size > maxPrinted && oldest !== undefined) {
      this.#outputs.delete(oldest);
    }
  }

  of(conversationId: string, callId: string): CommandOutput | undefined {
    const output = this.#outputs.get(callId);
    return output?.conversationId === conversationId ? output : undefined;
  }
}
