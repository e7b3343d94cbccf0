import type { ChatSession } from "../../../src/chat/chatSession.ts";
import type { LoadedAgent } from "../../../src/extension/agent/loadedAgent.ts";
import type { CardDecision } from "../../../src/extension/agent/runs/agentRuns.ts";
import type { ChatRequest } from "../../../src/hub/wire/chatTypes.ts";
import type { CommandOutput } from "../../../src/shared/calls/agentCalls.ts";
import type {
  AssistantMessage,
  ToolCallPart,
} from "../../../src/shared/conversation/conversation.ts";

type ConversationParts = Pick<
  HostedConversation,
  "id" | "session" | "agent" | "folder" | "requests" | "runs" | "doing"
>;

/** A conversation of a window, with the agent behind it. */
export class HostedConversation {
  readonly id: string;
  readonly session: ChatSession;
  readonly agent: LoadedAgent;
  /** Where it is stored. */
  readonly folder: string;
  /** What models were asked. */
  readonly requests: readonly ChatRequest[];
  /** Name and limit of the run of each request. */
  readonly runs: readonly string[];
  /** What the run's bar said while each request began. */
  readonly doing: readonly string[];
  readonly printed: CommandOutput[] = [];

  constructor({ id, session, agent, folder, requests, runs, doing }: ConversationParts) {
    this.runs = runs;
    this.doing = doing;
    this.id = id;
    this.session = session;
    this.agent = agent;
    this.folder = folder;
    this.requests = requests;
    agent.onDidPrint((output) => this.printed.push(output));
  }

  send(text: string, model = "hub-script-play"): void {
    const outcome = this.session.send(text, [], model);
    if (!outcome.ok) {
      throw new Error(outcome.reason);
    }
  }

  /** Resolves when the view of the agent is as wanted. */
  async until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) {
        return found;
      }
      await new Promise<void>((resolve) => {
        const listening = [
          this.agent.onDidChange(() => go()),
          this.agent.onDidPrint(() => go()),
          this.session.onDidChangeTurn(() => go()),
        ];
        const go = (): void => {
          for (const one of listening) {
            one.dispose();
          }
          resolve();
        };
      });
    }
  }

  /** Resolves with the answer when it has ended. */
  async ended(): Promise<AssistantMessage> {
    await this.until(() => (this.session.turn.state === "idle" ? true : undefined));
    return this.answer;
  }

  get answer(): AssistantMessage {
    const answer = this.session.conversation.messages.at(-1);
    if (answer?.role !== "assistant") {
      throw new Error("There is no answer");
    }
    return answer;
  }

  decide(
    cardId: string,
    approve: boolean,
    more: Partial<Pick<CardDecision, "ruleId" | "leaveOut">> = {},
  ): string {
    return this.agent.decide({ conversationId: this.id, cardId, approve, ...more });
  }

  get calls(): readonly ToolCallPart[] {
    return this.answer.parts.filter((part) => part.kind === "toolCall");
  }
}
