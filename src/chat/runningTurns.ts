import type { ChatRequest } from "../hub/wire/chatTypes.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { Turn } from "../shared/calls/protocol.ts";
import type { ChatEvent } from "../shared/conversation/conversation.ts";
import { AnswerTurn, type TurnDeps } from "./turn.ts";

export interface RunningTurnsDeps {
  readonly conversationId: string;
  readonly clock: Clock;
  readonly emit: (event: ChatEvent) => void;
  readonly stored: () => Promise<void>;
  readonly onChange: (turn: Turn) => void;
}

type Progress = Extract<Turn, { state: "running" }>["progress"];

interface Running {
  readonly turn: AnswerTurn;
  progress: Progress;
}

export class RunningTurns {
  readonly #deps: RunningTurnsDeps;
  readonly #running = new Map<string, Running>();
  #state: Turn = { state: "idle" };

  constructor(deps: RunningTurnsDeps) {
    this.#deps = deps;
  }

  get state(): Turn {
    return this.#state;
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#running.keys());
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  start(
    messageId: string,
    request: ChatRequest,
    answer: Pick<TurnDeps, "streamChat" | "hasContent" | "questionId" | "previousId" | "routedTo">,
  ): void {
    const { conversationId, clock, emit, stored } = this.#deps;
    const turn = new AnswerTurn(messageId, {
      ...answer,
      conversationId,
      clock,
      stored,
      emit: (event) => {
        emit(event);
        if (event.kind === "answerEnded") {
          this.#running.delete(messageId);
          this.#tell();
        }
      },
      onProgress: (progress) => this.#setProgress(messageId, progress),
    });
    this.#running.set(messageId, { turn, progress: undefined });
    this.#tell();
    void turn.run(request);
  }

  /** Stops all answers for the person, or all but `exceptId`. */
  stop(exceptId?: string): void {
    // A copy: stopping an answer may start a new answer, which must not be stopped.
    const running = [...this.#running.values()];
    for (const { turn } of running) {
      if (turn.messageId !== exceptId) {
        turn.stop();
      }
    }
  }

  interrupt(): void {
    const running = [...this.#running.values()];
    for (const { turn } of running) {
      turn.interrupt();
    }
  }

  #setProgress(messageId: string, progress: Progress): void {
    const running = this.#running.get(messageId);
    if (running && running.progress !== progress) {
      running.progress = progress;
      this.#tell();
    }
  }

  #tell(): void {
    const [first] = this.#running;
    const progress = first?.[1].progress;
    this.#state = first
      ? { state: "running", messageId: first[0], ...(progress && { progress }) }
      : { state: "idle" };
    this.#deps.onChange(this.#state);
  }
}
