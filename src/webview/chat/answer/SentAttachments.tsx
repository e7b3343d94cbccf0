import type { JSX } from "preact";

import type { AttachmentInfo } from "../../../shared/conversation/conversation.ts";
import { useWords } from "../../page/useWords.ts";
import { AttachmentLabel } from "../../turns/AttachmentLabel.tsx";

export function SentAttachments({
  attachments,
}: {
  readonly attachments: readonly AttachmentInfo[];
}): JSX.Element | null {
  const words = useWords();
  if (attachments.length === 0) {
    return null;
  }
  return (
    <ul class="chips" aria-label={words.sentWith}>
      {attachments.map((info) => (
        <li key={info.id} class="chip">
          <AttachmentLabel info={info} />
        </li>
      ))}
    </ul>
  );
}
