import type { JSX } from "preact";

import { IconButton } from "../../kit/IconButton.tsx";
import { usePage } from "../page.ts";
import { useWords } from "../useWords.ts";

export function BranchSwitcher({ messageId }: { readonly messageId: string }): JSX.Element | null {
  const words = useWords();
  const { format, state, actions } = usePage();
  const branch = state.branches.value[messageId];
  if (!branch) {
    return null;
  }
  const isBusy = state.isRunning.value;
  const index = format.count(branch.index + 1);
  const count = format.count(branch.count);
  return (
    <div class="branches" role="group" aria-label={words.version(index, count)}>
      <IconButton
        icon="chevron-left"
        label={words.previousVersion}
        isDisabled={isBusy || branch.index === 0}
        onClick={() => actions.selectBranch(messageId, -1)}
      />
      <span aria-hidden="true">
        {index}/{count}
      </span>
      <IconButton
        icon="chevron-right"
        label={words.nextVersion}
        isDisabled={isBusy || branch.index + 1 >= branch.count}
        onClick={() => actions.selectBranch(messageId, 1)}
      />
    </div>
  );
}
