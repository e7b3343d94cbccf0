import type { JSX } from "preact";

import { useConsole } from "../../app/console.ts";
import { Button } from "../../parts/Button.tsx";
import { CopyButton } from "../../parts/CopyButton.tsx";
import { Dialog } from "../../parts/Dialog.tsx";

export interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** The secret is shown once, so no stray key may close the dialog. */
export function SecretDialog({ secret, onClose }: SecretDialogProps): JSX.Element {
  const text = useConsole().words.value;
  return (
    <Dialog title={text.secretTitle} look="small">
      <div class="dialog-body">
        <p>{text.secretLead}</p>
        <div class="secret">
          <input
            class="field code"
            readOnly
            aria-label={text.token}
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton text={secret} label={text.copyToken} />
        </div>
        <p class="quiet">{text.secretHint}</p>
      </div>
      <footer class="dialog-foot">
        <Button look="primary" onClick={onClose}>
          {text.secretDone}
        </Button>
      </footer>
    </Dialog>
  );
}
