import type { Clock } from "../../../shared/base/clock.ts";
import { wait } from "../../../shared/base/waiting.ts";
import type { HubResponse } from "../../http/message.ts";
import { type Answer, piecesOf } from "../../models/answer.ts";
import { builtInAnswer } from "../../models/builtInAnswer.ts";
import { modelRequestOf } from "../../models/prompt.ts";
import type { Script } from "../scripted/scripts.ts";
import { type PlayedRequest, playedRequest } from "./playedRequest.ts";
import { type PlayedStep, playStep, spoken } from "./playStep.ts";
import { TrajectoryError } from "./trajectory.ts";
import { TrajectoryFiles } from "./trajectoryFiles.ts";

const cutAfterMs = 100;

/** A user message chooses a trajectory by `play:<name>`. */
export function playScript(folder: string): Script {
  const files = new TrajectoryFiles(folder);
  return {
    description: "Plays a trajectory of the folder of --play.",
    contextLength: 200_000,
    run: async (call, context, { clock }) => {
      const request = playedRequest(modelRequestOf(call));
      const step = await stepOf(files, request);
      if (step.cut === "socket" && !call.isStreamed) {
        return brokenAnswer(clock, context.signal);
      }
      const answer = answerOf(step, request, { clock, signal: context.signal });
      return await builtInAnswer(call, context, answer, clock);
    },
  };
}

async function stepOf(files: TrajectoryFiles, request: PlayedRequest): Promise<PlayedStep> {
  try {
    if (request.name === undefined) {
      throw new TrajectoryError("no user message names a trajectory, as play:<name>");
    }
    return playStep(await files.read(request.name), request);
  } catch (error) {
    if (error instanceof TrajectoryError) {
      return spoken(`TRAJECTORY FAILED: ${error.message}`);
    }
    throw error;
  }
}

async function* answerOf(
  { text, calls, chunking = Infinity, cut }: PlayedStep,
  { rounds }: PlayedRequest,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Answer {
  for (const piece of piecesOf(text, chunking)) {
    yield { kind: "text", text: piece };
  }
  for (const [index, { tool, args }] of calls.entries()) {
    const json = JSON.stringify(args);
    const isCut = cut !== undefined && index === calls.length - 1;
    yield {
      kind: "toolCall",
      // Unique in the conversation, and equal for a repeated request.
      id: `call_${rounds.length + 1}_${index + 1}`,
      name: tool,
      arguments: isCut ? json.slice(0, Math.ceil(json.length / 2)) : json,
      pieceLength: chunking,
    };
  }
  if (cut === "socket") {
    await wait(clock, cutAfterMs, signal);
    throw new Error("the trajectory cuts the connection");
  }
  const reason = calls.length > 0 ? "toolCalls" : "stop";
  yield { kind: "finish", reason: cut ?? reason };
}

function brokenAnswer(clock: Clock, signal: AbortSignal): HubResponse {
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: async (sink) => {
      sink.write('{"id":"');
      await wait(clock, cutAfterMs, signal);
      throw new Error("the trajectory cuts the connection");
    },
  };
}
