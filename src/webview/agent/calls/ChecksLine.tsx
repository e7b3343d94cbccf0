import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { EndedChecks } from "../../../shared/conversation/endedChecks.ts";
import { useWords } from "../../page/useWords.ts";
import type { ShownState } from "../../tools/callStates.ts";
import { ToolLine } from "../../tools/ToolLine.tsx";
import type { AgentWords } from "../../words/en/agentEn.ts";
import { useActStates } from "../cards/CardPart.tsx";
import { useAgentWords } from "../state/agentWords.ts";
import { argumentsOf, field } from "../state/callArguments.ts";
import { type CallsProps, exitOf } from "../state/callGroups.ts";
import { ActTitle } from "./ActLine.tsx";
import { CommandLine } from "./CommandLine.tsx";

type State = EndedChecks["state"] | "waiting" | "running";

/** The checks of one claim to be done. Those that passed are folded. */
export function ChecksLine({ message, calls }: CallsProps): JSX.Element {
  const words = useAgentWords();
  const page = useWords();
  const [opened, setOpened] = useState<boolean>();
  const isLast = message.parts.at(-1) === calls.at(-1);
  const soFar = stateOf(calls, useActStates({ message, calls }));
  const state = (isLast ? message.checks?.state : undefined) ?? soFar;
  const isOpen = state === "waiting" || (opened ?? (state === "running" || isFaulty(state)));
  const commands = calls.map((part) => field(argumentsOf(part.arguments), "command"));
  return (
    <ToolLine
      state={lookOf[state]}
      title={<ActTitle verb={checksText(words, state)} subject={commands.join(" · ")} />}
      note=""
      isOpen={isOpen}
      onToggle={() => setOpened(!isOpen)}
    >
      {isOpen && (
        <div class="acts inner">
          {calls.map((part) => (
            <div key={part.callId}>
              <CommandLine message={message} part={part} />
              {part.check === "organisation" && (
                <p class="hint check-owner">{page.setByOrganisation}</p>
              )}
            </div>
          ))}
        </div>
      )}
    </ToolLine>
  );
}

const lookOf: Readonly<Record<State, ShownState>> = {
  passed: "done",
  failed: "failed",
  notRun: "refused",
  waiting: "waiting",
  running: "running",
};

function isFaulty(state: State): boolean {
  return state === "failed" || state === "notRun";
}

export function checksText(words: AgentWords, state: State): string {
  return {
    passed: words.checksPassed,
    failed: words.checksFailed,
    notRun: words.checksNotRun,
    waiting: words.checksRunning,
    running: words.checksRunning,
  }[state];
}

/** The state of the checks before the run reports its end, and for earlier claims. */
function stateOf(calls: CallsProps["calls"], states: readonly ShownState[]): State {
  if (states.includes("waiting")) {
    return "waiting";
  }
  if (states.includes("running") || states.includes("next")) {
    return "running";
  }
  const ran = calls.filter(({ state }) => state !== "refused");
  if (ran.some(({ state, result }) => state === "failed" || exitOf(result) !== "0")) {
    return "failed";
  }
  return ran.length < calls.length ? "notRun" : "passed";
}
