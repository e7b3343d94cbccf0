import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import type { AssistantMessage } from "../../shared/conversation/conversation.ts";
import { messageText } from "../../shared/conversation/transcript.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import { Icon } from "../kit/Icon.tsx";
import { IconButton } from "../kit/IconButton.tsx";
import { useFailureTexts } from "../page/failureTexts.ts";
import { usePage } from "../page/page.ts";
import { BranchSwitcher } from "../page/parts/BranchSwitcher.tsx";
import { CopiedFacts } from "../page/parts/CopiedFacts.tsx";
import { CopyButton } from "../page/parts/CopyButton.tsx";
import { MessageTime } from "../page/parts/MessageTime.tsx";
import { useWords } from "../page/useWords.ts";
import { answerFacts } from "./answerFacts.ts";
import { useTurns } from "./turnsPage.ts";
import { UsageText } from "./UsageText.tsx";

interface AnswerFooterProps {
  readonly message: AssistantMessage;
  /** Notices about sensitive data that an earlier answer shows in full. */
  readonly alerts: readonly Failure[];
}

export function AnswerFooter({ message, alerts }: AnswerFooterProps): JSX.Element {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const act = useAnswerActions(message.id, () => setIsOpen(!isOpen));
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
          <div
            class="on-hover"
            role="toolbar"
            aria-label={words.messageActions}
            onClick={({ target }) => act(target)}
          >
            <MessageTime at={message.createdAt} />
            {!isCompared && <AskAgain />}
            <CopyButton label={words.copyMessage} text={() => messageText(message)} />
            <IconButton
              icon="info"
              label={words.answerDetails}
              isExpanded={isOpen}
              controls={detailsId}
              action="details"
            />
          </div>
        </div>
      </div>
      {isOpen && <AnswerDetails id={detailsId} message={message} />}
    </>
  );
}

function AlertMark({ alerts }: Pick<AnswerFooterProps, "alerts">): JSX.Element | null {
  const describeFailure = useFailureTexts();
  const text = alerts.map((alert) => describeFailure(alert).headline).join(" ");
  return text === "" ? null : (
    <span class="alert-mark" role="img" aria-label={text} title={text}>
      <Icon name="shield" />
    </span>
  );
}

function AskAgain(): JSX.Element {
  const words = useWords();
  const { isBusy } = useTurns();
  return (
    <>
      <span class="split-button">
        <IconButton
          icon="refresh"
          label={words.regenerate}
          isDisabled={isBusy}
          action="regenerate"
        />
        <IconButton
          icon="chevron-down"
          label={words.regenerateWith}
          isDisabled={isBusy}
          hasPopup
          action="regenerateWith"
        />
      </span>
      <IconButton
        icon="split-horizontal"
        label={words.compareModels}
        isDisabled={isBusy}
        hasPopup
        action="compare"
      />
      <IconButton icon="git-branch" label={words.fork} action="fork" />
    </>
  );
}

function useAnswerActions(
  messageId: string,
  toggleDetails: () => void,
): (target: EventTarget | null) => void {
  const { actions, state } = usePage();
  const turns = useTurns();
  return (target) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-action]") : null;
    const action = button?.dataset["action"];
    if (state.isRunning.peek() && action !== "fork" && action !== "details") {
      return;
    }
    switch (action) {
      case "regenerate":
        actions.regenerate(messageId);
        break;
      case "regenerateWith":
        turns.openMenu({ kind: "regenerate", messageId });
        break;
      case "compare":
        turns.openMenu({ kind: "compare", messageId });
        break;
      case "fork":
        turns.fork(messageId);
        break;
      case "details":
        toggleDetails();
        break;
      default:
    }
  };
}

function AnswerDetails({
  id,
  message,
}: {
  readonly id: string;
  readonly message: AssistantMessage;
}): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  return (
    <div class="details answer-details" id={id} role="group" aria-label={words.answerDetails}>
      <CopiedFacts facts={answerFacts(message, words, format)} />
    </div>
  );
}
