import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";

import type { AssistantMessage, ToolCallPart } from "../../../shared/conversation/conversation.ts";
import { visibleText } from "../../../shared/text/visibleText.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { type ShownState, stateNote, type ToolCallProps } from "../../tools/callStates.ts";
import { ToolDetails, ToolLine } from "../../tools/ToolLine.tsx";
import type { AgentWords } from "../../words/en/agentEn.ts";
import { useActState, useActStates } from "../cards/CardPart.tsx";
import { useAgentWords } from "../state/agentWords.ts";
import { argumentsOf, field } from "../state/callArguments.ts";
import type { CallGroup } from "../state/callGroups.ts";
import { ActTitle, actOf } from "./ActLine.tsx";

interface LookProps {
  readonly message: AssistantMessage;
  readonly calls: CallGroup;
}

export function LookLine({ message, calls }: LookProps): JSX.Element {
  return calls.length === 1 ? (
    <OneLook message={message} part={calls[0]} />
  ) : (
    <ManyLooks message={message} calls={calls} />
  );
}

function OneLook({ message, part }: ToolCallProps): JSX.Element {
  const words = useAgentWords();
  const common = useWords();
  const { actions } = usePage();
  const [isOpen, setIsOpen] = useState(false);
  const args = useMemo(() => argumentsOf(part.arguments), [part.arguments]);
  const state = useActState({ message, part });
  const [icon, verb, subject] = actOf(words, part.name, args);
  const [start, end] = [field(args, "start_line"), field(args, "end_line")];
  const lines = start !== "" && end !== "" ? words.actLines(start, end) : "";
  const isFile = part.name === "read_file" && state === "done" && subject !== "";
  return (
    <ToolLine
      state={state}
      icon={icon}
      title={<ActTitle verb={verb(state === "done")} subject={subject} />}
      note={stateNote(common, state) || lines}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      aside={
        isFile && (
          <IconButton
            icon="file"
            label={words.openFile(visibleText(subject))}
            onClick={() => void actions.openReference(subject)}
          />
        )
      }
    >
      {isOpen && <ToolDetails part={part} />}
    </ToolLine>
  );
}

function ManyLooks({ message, calls }: LookProps): JSX.Element {
  const words = useAgentWords();
  const common = useWords();
  const { format } = usePage();
  const [isOpen, setIsOpen] = useState(false);
  const states = useActStates({ message, calls });
  const running = calls.find((_, index) => states[index] === "running");
  const failed = states.filter((one) => one === "failed").length;
  const state = stateOf(states);
  return (
    <ToolLine
      state={state}
      icon="search"
      title={<LooksTitle words={words} calls={calls} running={running} />}
      note={failed > 0 ? words.someFailed(format.count(failed)) : stateNote(common, state)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      {isOpen && (
        <div class="acts inner">
          {calls.map((part) => (
            <OneLook key={part.callId} message={message} part={part} />
          ))}
        </div>
      )}
    </ToolLine>
  );
}

/** The state of several calls. Only a note reports one failure among many. */
function stateOf(states: readonly ShownState[]): ShownState {
  const first = (["waiting", "running", "next", "done"] as const).find((one) =>
    states.includes(one),
  );
  return first ?? states[0] ?? "done";
}

interface TitleProps {
  readonly words: AgentWords;
  readonly calls: readonly ToolCallPart[];
  readonly running: ToolCallPart | undefined;
}

/** Title such as "Read 4 files, searched 2 times"; each file counts once. */
function LooksTitle({ words, calls, running }: TitleProps): JSX.Element {
  const { format } = usePage();
  const sentence = useMemo(() => {
    const named = (name: string): readonly ToolCallPart[] =>
      calls.filter((part) => part.name === name);
    const files = new Set(
      named("read_file").map((part) => actOf(words, part.name, argumentsOf(part.arguments))[2]),
    ).size;
    const searches = named("search_text").length;
    const others = calls.length - named("read_file").length - searches;
    const parts = [
      files > 0 && words.readFiles(files, format.count(files)),
      searches > 0 && words.searchedTimes(searches, format.count(searches)),
      others > 0 && words.lookedTimes(others, format.count(others)),
    ].filter((part) => part !== false);
    const text = parts.join(", ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }, [calls.length, words]);
  const [, , subject] = running
    ? actOf(words, running.name, argumentsOf(running.arguments))
    : ["", "", ""];
  return <ActTitle verb={subject === "" ? sentence : `${sentence} ·`} subject={subject} />;
}
