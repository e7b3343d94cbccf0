import type { JSX } from "preact";

import { visibleText } from "../../../shared/text/visibleText.ts";
import { useChatContext } from "../../context/contextPage.ts";
import { Icon } from "../../kit/Icon.tsx";
import { RemoveButton } from "../../kit/RemoveButton.tsx";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { AttachmentLabel } from "../../turns/AttachmentLabel.tsx";

export function AttachmentChips(): JSX.Element {
  const words = useWords();
  const { state, composer, actions } = usePage();
  const context = useChatContext();
  const longText = composer.longText.value;
  return (
    <ul class="chips" aria-label={words.context}>
      {state.view.value.attachments.map((info) => (
        <li key={info.id} class="chip">
          <AttachmentLabel info={info} tokens={context.tokensOf(info.id)} />
          <RemoveButton
            label={words.remove(visibleText(info.name))}
            onRemove={() => actions.removeAttachment(info.id)}
          />
        </li>
      ))}
      {longText !== undefined && <LongTextChip text={longText} />}
    </ul>
  );
}

function LongTextChip({ text }: { readonly text: string }): JSX.Element {
  const words = useWords();
  const { format, composer } = usePage();
  return (
    <li class="chip">
      <span class="chip-label" title={words.longTextHint(format.size(text.length))}>
        <Icon name="file" />
        <span class="chip-name">{words.longText}</span>
        <span class="chip-lines">{format.size(text.length)}</span>
      </span>
      <RemoveButton label={words.remove(words.longText)} onRemove={() => composer.removeLong()} />
    </li>
  );
}
