import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import { SignedInProvider, useConsole } from "../app/console.ts";
import { createRecords } from "../data/records.ts";
import type { Session } from "../data/types.ts";
import { FailureNote } from "../parts/FailureNote.tsx";
import { LeaveQuestion } from "./parts/LeaveQuestion.tsx";
import { DevicePage } from "./session/DevicePage.tsx";
import { SessionEnded } from "./session/SessionEnded.tsx";
import { SignInPage } from "./session/SignInPage.tsx";
import { Shell } from "./Shell.tsx";

export function App(): JSX.Element {
  const { session, words, spoken } = useConsole();
  const state = session.state.value;
  return (
    <>
      {state.state === "loading" && (
        <p class="starting" role="status">
          {words.value.loading}
        </p>
      )}
      {state.state === "failed" && (
        <main class="sign-in">
          <h1>AI Hub</h1>
          <FailureNote failure={state.failure} onRetry={() => void session.load()} />
        </main>
      )}
      {state.state === "signedOut" && <SignInPage />}
      {state.state === "signedIn" && (
        // Another person gets a fresh page; the same person continues.
        <Workplace key={state.session.user.id} who={state.session} hasEnded={state.hasEnded} />
      )}
      <div class="unseen" role="status" aria-live="polite">
        {spoken}
      </div>
    </>
  );
}

interface WorkplaceProps {
  readonly who: Session;
  readonly hasEnded: boolean;
}

function Workplace({ who, hasEnded }: WorkplaceProps): JSX.Element {
  const page = useConsole();
  const { role } = who.user;
  const records = useMemo(() => createRecords(page.api, role), [page.api, role]);
  const signedIn = useMemo(
    () => ({ ...page, who, records, isAdmin: role === "admin" }),
    [page, who, records, role],
  );
  return (
    <SignedInProvider value={signedIn}>
      {page.device.code.value === undefined ? <Shell /> : <DevicePage />}
      <LeaveQuestion />
      {hasEnded && <SessionEnded />}
    </SignedInProvider>
  );
}
