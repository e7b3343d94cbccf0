import type { JSX } from "preact";

import { useConsole } from "../../app/console.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { SignInForm } from "./SignInForm.tsx";

export function SessionEnded(): JSX.Element {
  const { session, words } = useConsole();
  return (
    <Dialog title={words.value.sessionEnded} look="small">
      <div class="dialog-body">
        <p>{words.value.sessionEndedLead}</p>
        <Loaded resource={session.options}>{(options) => <SignInForm options={options} />}</Loaded>
      </div>
    </Dialog>
  );
}
