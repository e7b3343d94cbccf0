import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import type { AssistantMessage } from "../../shared/conversation.ts";
import type { Failure } from "../../shared/failure.ts";
import { messageText } from "../../shared/transcript.ts";
import { Icon } from "../kit/Icon.tsx";
import { IconButton } from "../kit/IconButton.tsx";
import { BranchSwitcher } from "../page/BranchSwitcher.tsx";
import { CopyButton } from "../page/CopyButton.tsx";
import { MessageTime } from "../page/MessageTime.tsx";
import { usePage } from "../page/page.ts";
import { AnswerDetails } from "./AnswerDetails.tsx";
import { useTurns } from "./turnsPage.ts";
import { UsageText } from "./UsageText.tsx";

interface AnswerFooterProps {
  readonly message: AssistantMessage;
  /** Notices about sensitive data that an earlier answer shows in full. */
  readonly alerts: readonly Failure[];
}

/** The usage of an answer and its actions; visible on hover and focus. */
export function AnswerFooter({ message, alerts }: AnswerFooterProps): JSX.Element {
  const { words } = usePage();
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const isCompared = message.comparisonId !== undefined;
  return (
    <>
      <div class="footer">
        <div class="footer-facts">
          <UsageText message={message} />
          <AlertMark alerts={alerts} />
        </div>
        <div class="footer-actions">
          {!isCompared && <BranchSwitcher messageId={message.id} />}
          <div class="on-hover" role="toolbar" aria-label={words.messageActions}>
            <MessageTime at={message.createdAt} />
            {!isCompared && <AskAgain message={message} />}
            <CopyButton label={words.copyMessage} text={() => messageText(message)} />
            <IconButton
              icon="info"
              label={words.answerDetails}
              isExpanded={isOpen}
              controls={detailsId}
              onClick={() => setIsOpen(!isOpen)}
            />
          </div>
        </div>
      </div>
      {isOpen && <AnswerDetails id={detailsId} message={message} />}
    </>
  );
}

/** The hub still finds what it reported before. */
function AlertMark({ alerts }: Pick<AnswerFooterProps, "alerts">): JSX.Element | null {
  const { describeFailure } = usePage();
  const text = alerts.map((alert) => describeFailure(alert).headline).join(" ");
  return text === "" ? null : (
    <span class="alert-mark" role="img" aria-label={text} title={text}>
      <Icon name="shield" />
    </span>
  );
}

function AskAgain({ message }: { readonly message: AssistantMessage }): JSX.Element {
  const { words, state, actions } = usePage();
  const turns = useTurns();
  const isBusy = state.view.value.turn.state === "running";
  return (
    <>
      <span class="split-button">
        <IconButton
          icon="refresh"
          label={words.regenerate}
          isDisabled={isBusy}
          onClick={() => actions.regenerate(message.id)}
        />
        <IconButton
          icon="chevron-down"
          label={words.regenerateWith}
          isDisabled={isBusy}
          hasPopup
          onClick={() => turns.openMenu({ kind: "regenerate", messageId: message.id })}
        />
      </span>
      <IconButton
        icon="split-horizontal"
        label={words.compareModels}
        isDisabled={isBusy}
        hasPopup
        onClick={() => turns.openMenu({ kind: "compare", messageId: message.id })}
      />
      <IconButton icon="git-branch" label={words.fork} onClick={() => turns.fork(message.id)} />
    </>
  );
}
