import type { JSX } from "preact";

import { useConsole } from "../../app/console.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { LookSwitches } from "../../parts/LookSwitches.tsx";
import { SignInForm } from "./SignInForm.tsx";

export function SignInPage(): JSX.Element {
  const { session, words } = useConsole();
  const text = words.value;
  return (
    <main class="sign-in">
      <div class="card">
        <h1>AI Hub</h1>
        <p class="quiet">{text.signInLead}</p>
        <Loaded resource={session.options}>{(options) => <SignInForm options={options} />}</Loaded>
      </div>
      <LookSwitches />
    </main>
  );
}
