import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";

import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { stateNote, type ToolCallProps } from "../../tools/callStates.ts";
import { ToolLine } from "../../tools/ToolLine.tsx";
import { useActState } from "../cards/CardPart.tsx";
import { useAgentWords } from "../state/agentWords.ts";
import { argumentsOf } from "../state/callArguments.ts";
import { ActTitle } from "./ActLine.tsx";
import { PlanList, planOf } from "./PlanList.tsx";

export function PlanLine({ message, part }: ToolCallProps): JSX.Element {
  const words = useAgentWords();
  const common = useWords();
  const { format } = usePage();
  const [opened, setOpened] = useState<boolean>();
  const plan = useMemo(() => planOf(argumentsOf(part.arguments)), [part.arguments]);
  const state = useActState({ message, part });
  const last = message.parts.findLast(
    (each) => each.kind === "toolCall" && each.name === part.name,
  );
  const isOpen = opened ?? last === part;
  const done = plan.filter((item) => item.state === "done").length;
  const count = words.planShort(format.count(done), format.count(plan.length));
  return (
    <ToolLine
      state={state}
      icon="list-unordered"
      title={<ActTitle verb={words.plan} subject="" />}
      note={stateNote(common, state) || count}
      isOpen={isOpen}
      onToggle={() => setOpened(!isOpen)}
    >
      {isOpen && <PlanList plan={plan} />}
    </ToolLine>
  );
}
