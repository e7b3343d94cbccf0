import type { JSX } from "preact";

import { useConsole } from "../../app/console.ts";
import { Button } from "../../parts/Button.tsx";
import { Dialog } from "../../parts/Dialog.tsx";

export function LeaveQuestion(): JSX.Element | null {
  const { router, words } = useConsole();
  const text = words.value;
  const stay = (): void => router.stay();
  return router.blocked.value ? (
    <Dialog title={text.leaveTitle} look="small" onClose={stay}>
      <div class="dialog-body">
        <p>{text.leaveQuestion}</p>
      </div>
      <footer class="dialog-foot">
        <Button onClick={stay}>{text.keepEditing}</Button>
        <Button look="danger" onClick={() => router.leave()}>
          {text.discard}
        </Button>
      </footer>
    </Dialog>
  ) : null;
}
