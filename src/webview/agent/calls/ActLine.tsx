import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";

import type { Fields } from "../../../shared/base/json.ts";
import type { IconName } from "../../kit/Icon.tsx";
import { useWords } from "../../page/useWords.ts";
import { stateNote, type ToolCallProps } from "../../tools/callStates.ts";
import { ToolDetails, ToolLine } from "../../tools/ToolLine.tsx";
import { VisibleText } from "../../tools/VisibleText.tsx";
import type { AgentWords } from "../../words/en/agentEn.ts";
import { CardPart, useActState } from "../cards/CardPart.tsx";
import { useAgentWords } from "../state/agentWords.ts";
import { argumentsOf, field, oneLine, pathOf } from "../state/callArguments.ts";

export function ActLine({ message, part }: ToolCallProps): JSX.Element {
  const words = useAgentWords();
  const common = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const args = useMemo(() => argumentsOf(part.arguments), [part.arguments]);
  const state = useActState({ message, part });
  const [icon, verb, subject] = actOf(words, part.name, args);
  return (
    <ToolLine
      state={state}
      icon={icon}
      title={<ActTitle verb={verb(state === "done")} subject={subject} />}
      note={stateNote(common, state)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      {isOpen && <ToolDetails part={part} />}
      <CardPart message={message} part={part} />
    </ToolLine>
  );
}

export function ActTitle({
  verb,
  subject,
}: {
  readonly verb: string;
  readonly subject: string;
}): JSX.Element {
  return (
    <>
      {verb}
      {subject !== "" && (
        <>
          {" "}
          <span class="act-subject">
            <VisibleText text={oneLine(subject)} isOneLine />
          </span>
        </>
      )}
    </>
  );
}

type Act = readonly [icon: IconName, verb: (isDone: boolean) => string, subject: string];

export function actOf(words: AgentWords, name: string, args: Fields): Act {
  const acts: Readonly<Record<string, Act>> = {
    read_file: ["file", words.actRead, pathOf(args)],
    list_files: ["folder", words.actList, field(args, "path", "pattern")],
    search_text: ["search", words.actSearch, field(args, "query", "pattern")],
    find_symbol: ["symbol-method", words.actSymbol, field(args, "query", "path")],
    get_problems: ["warning", words.actProblems, pathOf(args)],
    get_changes: ["diff", words.actChanges, ""],
    read_output: ["terminal", words.actOutput, field(args, "id")],
    move_file: ["arrow-swap", words.actMove, `${field(args, "from")} → ${field(args, "to")}`],
    delete_file: ["trash", words.actDelete, pathOf(args)],
    stop_command: ["debug-stop", words.actStopCommand, field(args, "id")],
    fetch_page: ["globe", words.actPage, field(args, "url")],
    explore: ["search", words.actExplore, field(args, "task")],
  };
  return acts[name] ?? ["tools", words.actCall, name];
}
