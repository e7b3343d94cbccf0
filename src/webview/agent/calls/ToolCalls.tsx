import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { usePage } from "../../page/page.ts";
import type { ToolCallProps } from "../../tools/callStates.ts";
import { ToolCallView } from "../../tools/ToolCallView.tsx";
import { CardPart, isUndecided } from "../cards/CardPart.tsx";
import { useAgentWords } from "../state/agentWords.ts";
import { type CallGroup, callGroups, type CallsProps, isLook } from "../state/callGroups.ts";
import { ActLine } from "./ActLine.tsx";
import { ChecksLine, checksText } from "./ChecksLine.tsx";
import { CommandLine } from "./CommandLine.tsx";
import { EditLine } from "./EditLine.tsx";
import { LookLine } from "./LookLine.tsx";
import { PlanLine } from "./PlanLine.tsx";
import { QuestionLine } from "./QuestionLine.tsx";

/** The number of consecutive lines that are shown; the first of more lines are folded. */
const maxLines = 30;
const keptLines = 20;

export function ToolCalls({ message, calls }: CallsProps): JSX.Element {
  const words = useAgentWords();
  const { format } = usePage();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const groups = callGroups(calls);
  const folded = isUnfolded ? 0 : foldedOf(groups);
  return (
    <div class="acts">
      {folded > 0 && (
        <button type="button" class="link" onClick={() => setIsUnfolded(true)}>
          {words.earlierActs(folded, format.count(folded))}
        </button>
      )}
      {groups.slice(folded).map((group) => (
        <Group key={group[0].callId} message={message} group={group} />
      ))}
    </div>
  );
}

/** The number of folded lines. From the first waiting call on, no line is folded. */
function foldedOf(groups: readonly CallGroup[]): number {
  const waiting = groups.findIndex((group) => group.some(isUndecided));
  const most = groups.length <= maxLines ? 0 : groups.length - keptLines;
  return waiting < 0 ? most : Math.min(most, waiting);
}

/** The line of a run whose checks ended before any command was called. */
export function Unchecked({ message }: Pick<CallsProps, "message">): JSX.Element | null {
  const words = useAgentWords();
  const { state, why } = message.checks ?? {};
  return state ? (
    <p class="hint unchecked">
      {[checksText(words, state), ...(why ? [words.unchecked[why]] : [])].join(" · ")}
    </p>
  ) : null;
}

function Group({
  message,
  group,
}: {
  readonly message: CallsProps["message"];
  readonly group: CallGroup;
}): JSX.Element {
  const [part] = group;
  if (part.check) {
    return <ChecksLine message={message} calls={group} />;
  }
  return isLook(part.name) ? (
    <>
      <LookLine message={message} calls={group} />
      {group.map((one) => (
        <CardPart key={one.callId} message={message} part={one} />
      ))}
    </>
  ) : (
    <Call message={message} part={part} />
  );
}

/** Prefix of tools from servers and other extensions. */
const serverPrefix = "mcp_";

function Call(props: ToolCallProps): JSX.Element {
  if (props.part.name.startsWith(serverPrefix)) {
    return <ActLine {...props} />;
  }
  switch (props.part.name) {
    case "edit_file":
    case "write_file":
    case "apply_patch":
      return <EditLine {...props} />;
    case "run_command":
      return <CommandLine {...props} />;
    case "update_plan":
      return <PlanLine {...props} />;
    case "ask_person":
      return <QuestionLine {...props} />;
    case "move_file":
    case "delete_file":
    case "stop_command":
    case "explore":
      return <ActLine {...props} />;
    default:
      return (
        <>
          <ToolCallView {...props} />
          <CardPart {...props} />
        </>
      );
  }
}
