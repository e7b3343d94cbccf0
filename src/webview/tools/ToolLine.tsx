import type { ComponentChildren, JSX } from "preact";

import type { ToolCallPart } from "../../shared/conversation/conversation.ts";
import { Disclosure } from "../kit/Disclosure.tsx";
import { Icon, type IconName } from "../kit/Icon.tsx";
import { useWords } from "../page/useWords.ts";
import { callStates, type ShownState } from "./callStates.ts";
import { VisibleCode } from "./VisibleCode.tsx";
import { VisibleText } from "./VisibleText.tsx";

export interface ToolLineProps {
  readonly state: ShownState;
  readonly icon?: IconName;
  readonly title: ComponentChildren;
  readonly note: ComponentChildren;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function ToolLine(props: ToolLineProps): JSX.Element {
  const { state, icon = "check", title, note, isOpen, onToggle, aside, children } = props;
  const words = useWords();
  const look = callStates[state];
  const word = look.word(words);
  return (
    <div class="tool-call" data-tool-state={state}>
      <div class="tool-row">
        <Disclosure isOpen={isOpen} onToggle={onToggle}>
          <Icon name={look.icon ?? icon} />
          <span class="tool-title">{title}</span>
          {note !== "" && <span class="tool-state">{note}</span>}
          {look.told === "readOut" && note !== word && <span class="unseen">{word}</span>}
        </Disclosure>
        {aside}
      </div>
      {children}
    </div>
  );
}

export function ToolDetails({ part }: { readonly part: ToolCallPart }): JSX.Element {
  const words = useWords();
  return (
    <dl class="tool-details">
      <dt>{words.toolArguments}</dt>
      <dd class="tool-text" tabIndex={0}>
        <VisibleText text={part.arguments} />
      </dd>
      {part.result !== undefined && (
        <>
          <dt>{words.toolResult}</dt>
          <dd class="tool-text" tabIndex={0}>
            <VisibleCode text={part.result} />
          </dd>
        </>
      )}
    </dl>
  );
}
