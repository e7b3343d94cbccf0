import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { Connection } from "../../../shared/calls/protocol.ts";
import { focusIfNothingIs, mainControlAttribute, useFocusBack } from "../../kit/focus.ts";
import { Icon } from "../../kit/Icon.tsx";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { AddressForm } from "./AddressForm.tsx";
import { addressProblemText } from "./addressProblem.ts";
import { Connecting } from "./Connecting.tsx";
import { HubProblem } from "./HubProblem.tsx";

export function StartPage(): JSX.Element {
  const { connection, hubProblem, isHubAwaited } = usePage().state.view.value;
  useEffect(focusIfNothingIs, []);
  if (connection.state === "needsToken" && hubProblem) {
    return <HubProblem problem={hubProblem} />;
  }
  if (connection.state === "needsToken" && isHubAwaited === true) {
    return <Connecting />;
  }
  return (
    <div class="middle">
      <div class="intro">
        <Start connection={connection} />
      </div>
    </div>
  );
}

function Start({ connection }: { readonly connection: Connection }): JSX.Element {
  const words = useWords();
  const { state } = usePage();
  const canTry = state.view.value.cannotStartLocalHub !== true;
  if (connection.state === "needsToken") {
    return <TokenStep host={connection.host} baseUrl={connection.baseUrl} />;
  }
  if (connection.state === "badBaseUrl") {
    return (
      <>
        <h2>{words.badAddressTitle}</h2>
        <AddressForm
          value={connection.value}
          problem={addressProblemText(connection.reason, words)}
          isPrimary
        />
        <OrTryWithoutHub />
      </>
    );
  }
  return (
    <>
      <h2>{words.startTitle}</h2>
      <p>{canTry ? words.startText : words.startTextInBrowser}</p>
      {canTry && <TryWithoutHub isPrimary />}
      {canTry && <Divider>{words.orConnect}</Divider>}
      <AddressForm value="" isPrimary={!canTry} />
    </>
  );
}

function TokenStep({
  host,
  baseUrl,
}: {
  readonly host: string;
  readonly baseUrl: string;
}): JSX.Element {
  const words = useWords();
  const { actions, state } = usePage();
  const { isAddressLocked, canSignIn = false } = state.view.value;
  const [isChanging, setIsChanging] = useState(false);
  return (
    <>
      <h2>{words.tokenTitle}</h2>
      <p>{canSignIn ? words.signInText(host) : words.tokenText(host)}</p>
      {canSignIn && (
        <button
          type="button"
          class="button wide"
          onClick={() => actions.signIn()}
          {...{ [mainControlAttribute]: "" }}
        >
          {words.signIn}
        </button>
      )}
      <button
        type="button"
        class={canSignIn ? "button quiet wide" : "button wide"}
        onClick={() => actions.setToken()}
        {...(!canSignIn && { [mainControlAttribute]: "" })}
      >
        <Icon name="key" />
        {words.setToken}
      </button>
      {isChanging || isAddressLocked ? (
        <AddressForm value={baseUrl} />
      ) : (
        <button type="button" class="link" onClick={() => setIsChanging(true)}>
          {words.changeAddress}
        </button>
      )}
      <OrTryWithoutHub />
    </>
  );
}

function OrTryWithoutHub(): JSX.Element | null {
  const { cannotStartLocalHub, isAddressLocked } = usePage().state.view.value;
  return cannotStartLocalHub || isAddressLocked ? null : (
    <>
      <Divider />
      <TryWithoutHub />
    </>
  );
}

function TryWithoutHub({ isPrimary }: { readonly isPrimary?: boolean }): JSX.Element {
  const words = useWords();
  const { actions, ui } = usePage();
  const isStarting = ui.isHubStarting.value;
  useFocusBack(isStarting);
  return (
    <div class="choice">
      <button
        type="button"
        class={isPrimary === true ? "button wide" : "button quiet wide"}
        disabled={isStarting}
        onClick={() => void actions.startLocalHub()}
        {...(isPrimary === true && { [mainControlAttribute]: "" })}
      >
        {isStarting ? words.startingHub : words.tryWithoutHub}
      </button>
      <p class="hint">{words.tryWithoutHubHint}</p>
      {isStarting && <div class="progress" />}
    </div>
  );
}

function Divider({ children }: { readonly children?: ComponentChildren }): JSX.Element {
  return <div class="divider">{children !== undefined && <h3>{children}</h3>}</div>;
}
