import { wait } from "../../../shared/base/waiting.ts";
import { completionAnswer } from "../../models/completionAnswer.ts";
import { completionOrder } from "../../models/completionCall.ts";
import { builtInModel, type ModelInfo } from "../../models/modelInfo.ts";
import type { Model } from "../../models/modelSource.ts";
import type { ScriptDeps } from "./scripts.ts";

export const fimModelId = "hub-script-fim";

export const fimModelInfo: ModelInfo = {
  ...builtInModel(
    fimModelId,
    "Script: fim",
    "Not a language model: fills in the text of the part `script/answer` in `hub.context`, in words, after as many " +
      "milliseconds as the part `script/delay` says.",
  ),
  type: "completion",
  capabilities: { streaming: true, tools: false, vision: false, fim: true },
  hub: { formats: ["completions"], policy: "allowed" },
};

const maxDelayMs = 10_000;

/** The client's test sends the expected answer along. */
export function fimModel({ clock }: Pick<ScriptDeps, "clock">): Model {
  return {
    isEstimated: true,
    complete: async (call, context) => {
      const { stops, context: parts } = completionOrder(call);
      const partOf = (name: string): string => parts.find(({ path }) => path === name)?.text ?? "";
      const delayMs = Math.min(Number(partOf("script/delay")) || 0, maxDelayMs);
      if (delayMs > 0) {
        await wait(clock, delayMs, context.signal);
      }
      const texts = partOf("script/answer").match(/\s*\S+|\s+$/gu) ?? [];
      return completionAnswer(call, context, { texts, stops, clock });
    },
  };
}
