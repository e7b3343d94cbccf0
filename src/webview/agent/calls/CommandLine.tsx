import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import type { CommandOutput } from "../../../shared/calls/agentCalls.ts";
import type { ToolCallPart } from "../../../shared/conversation/conversation.ts";
import { visibleText } from "../../../shared/text/visibleText.ts";
import { leaving } from "../../kit/focus.ts";
import { TailFollower } from "../../page/state/tailFollower.ts";
import { useWords } from "../../page/useWords.ts";
import {
  callStates,
  type ShownState,
  stateNote,
  type ToolCallProps,
} from "../../tools/callStates.ts";
import { ToolLine } from "../../tools/ToolLine.tsx";
import { VisibleCode } from "../../tools/VisibleCode.tsx";
import type { AgentWords } from "../../words/en/agentEn.ts";
import { CardPart, useActState } from "../cards/CardPart.tsx";
import { CodeBlock } from "../cards/DiffView.tsx";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";
import { argumentsOf, field } from "../state/callArguments.ts";
import { exitOf } from "../state/callGroups.ts";
import { ActTitle } from "./ActLine.tsx";

const tailLines = 200;
const tailUnits = 40_000;

export function CommandLine({ message, part }: ToolCallProps): JSX.Element {
  const words = useAgentWords();
  const common = useWords();
  const agent = useAgent();
  const [opened, setOpened] = useState<boolean>();
  const command = useMemo(
    () => field(argumentsOf(part.arguments), "command", "cmd"),
    [part.arguments],
  );
  const called = useActState({ message, part });
  const output = agent.outputOf(part.callId);
  const state = stateOf(called, output);
  const isRunning = state === "running";
  const isOpen = opened ?? (isRunning && output !== undefined);
  const exit = isRunning ? undefined : (output?.exit ?? exitOf(part.result));
  const stateWord = isRunning ? callStates.running.word(common) : stateNote(common, state);
  const note = stateWord || (exit === undefined || exit === "0" ? "" : exitText(words, exit));
  return (
    <ToolLine
      state={state}
      icon="terminal"
      title={<ActTitle verb={words.actRun(state === "done")} subject={command} />}
      note={note}
      isOpen={isOpen}
      onToggle={() => setOpened(!isOpen)}
    >
      {isOpen && <CommandDetails part={part} command={command} output={output} exit={exit} />}
      <CardPart message={message} part={part} />
    </ToolLine>
  );
}

function stateOf(called: ShownState, output: CommandOutput | undefined): ShownState {
  if (!output || (called !== "done" && called !== "running")) {
    return called;
  }
  return output.isRunning ? "running" : "done";
}

function exitText(words: AgentWords, exit: string): string {
  const known: Readonly<Record<string, string>> = {
    stopped: words.commandStopped,
    timedOut: words.commandTimedOut,
  };
  return known[exit] ?? (/^-?\d+$/u.test(exit) ? words.commandExit(exit) : exit);
}

interface DetailsProps {
  readonly part: ToolCallPart;
  readonly command: string;
  readonly output: CommandOutput | undefined;
  readonly exit: string | undefined;
}

function CommandDetails({ part, command, output, exit }: DetailsProps): JSX.Element {
  const words = useAgentWords();
  const facts = [
    ...(output
      ? [
          words.commandFolder(visibleText(output.folder)),
          output.isSandboxed ? words.commandInside : words.commandOutside,
        ]
      : []),
    ...(exit === undefined ? [] : [exitText(words, exit)]),
  ];
  return (
    <div class="command">
      <CodeBlock label={words.command} text={command} />
      <Tail text={output?.tail ?? part.result ?? ""} isLive={output?.isRunning ?? false} />
      <div class="command-row">
        <span class="hint">{facts.join(" · ")}</span>
        {output && <CommandButtons callId={part.callId} isRunning={output.isRunning} />}
      </div>
    </div>
  );
}

function CommandButtons({
  callId,
  isRunning,
}: {
  readonly callId: string;
  readonly isRunning: boolean;
}): JSX.Element {
  const words = useAgentWords();
  const agent = useAgent();
  return (
    <span class="run-buttons">
      <button type="button" class="link" onClick={() => void agent.act("showCommand", { callId })}>
        {words.commandShow}
      </button>
      {isRunning && (
        <button
          type="button"
          class="button quiet small"
          onClick={leaving(() => void agent.act("stopCommand", { callId }))}
        >
          {words.commandStop}
        </button>
      )}
    </span>
  );
}

function Tail({ text, isLive }: { readonly text: string; readonly isLive: boolean }): JSX.Element {
  const words = useAgentWords();
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isEmpty = text.trim() === "";
  useLayoutEffect(() => {
    if (!frame.current || !content.current) {
      return undefined;
    }
    const attached = new TailFollower().attach(frame.current, content.current);
    return () => attached.dispose();
  }, [isEmpty]);
  return isEmpty ? (
    <p class="hint">{isLive ? words.commandQuiet : ""}</p>
  ) : (
    <div
      class="tool-text command-tail"
      ref={frame}
      role="group"
      aria-label={words.commandOutput}
      tabIndex={0}
    >
      <div ref={content}>
        <VisibleCode text={tailOf(text)} />
      </div>
    </div>
  );
}

function tailOf(text: string): string {
  return text.trimEnd().slice(-tailUnits).split("\n").slice(-tailLines).join("\n");
}
