import type { JSX } from "preact";

import { focusMainControl } from "../../kit/focus.ts";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";

export function CheckpointLine({ messageId }: { readonly messageId: string }): JSX.Element | null {
  const words = useAgentWords();
  const page = useWords();
  const { format, actions } = usePage();
  const agent = useAgent();
  const checkpoint = agent.part("checkpoints")?.find((each) => each.messageId === messageId);
  // Without changes that still exist there is nothing to restore.
  if (!checkpoint || (checkpoint.files === 0 && !checkpoint.isRestored)) {
    return null;
  }
  const { id: checkpointId, files, isRestored } = checkpoint;
  const goTo = (call: "restoreCheckpoint" | "redoCheckpoint"): void => {
    focusMainControl();
    void agent.act(call, { checkpointId });
  };
  return (
    <div class="checkpoint" role="group" aria-label={words.checkpoint} data-restored={isRestored}>
      <span class="checkpoint-text">
        {words.checkpoint} ·{" "}
        {isRestored ? words.checkpointRestored : words.checkpointFiles(files, format.count(files))}
      </span>
      <button
        type="button"
        class="link"
        title={words.compareHint}
        onClick={() => void agent.act("compareCheckpoint", { checkpointId })}
      >
        {words.compare}
      </button>
      {isRestored ? (
        <>
          <button
            type="button"
            class="link"
            title={words.redoHint}
            onClick={() => goTo("redoCheckpoint")}
          >
            {words.redo}
          </button>
          <button
            type="button"
            class="link"
            title={words.editRestoredHint}
            onClick={() => actions.edit(messageId)}
          >
            {page.editMessage}
          </button>
        </>
      ) : (
        <button
          type="button"
          class="link"
          title={words.restoreHint}
          onClick={() => goTo("restoreCheckpoint")}
        >
          {words.restore}
        </button>
      )}
    </div>
  );
}
