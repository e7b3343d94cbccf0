import type { JSX } from "preact";
import { useEffect, useId, useMemo, useState } from "preact/hooks";

import { deviceDecisionSchema, deviceGrantSchema } from "../../../shared/hubApi/deviceGrant.ts";
import { useSignedIn } from "../../app/console.ts";
import { ApiFailure } from "../../data/apiFailure.ts";
import { Resource } from "../../data/resource.ts";
import { Button } from "../../parts/Button.tsx";
import { FailureNote } from "../../parts/FailureNote.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { LookSwitches } from "../../parts/LookSwitches.tsx";
import { Facts } from "../parts/Facts.tsx";

/** A signed-in person approves or refuses a device that shows a code. */
export function DevicePage(): JSX.Element {
  const { device, words } = useSignedIn();
  const text = words.value;
  const code = device.code.value ?? "";
  const [decision, setDecision] = useState<boolean>();
  useEffect(() => {
    document.title = `${text.deviceTitle} · AI Hub`;
  }, [text]);
  return (
    <main class="sign-in">
      <div class="card">
        <h1>{text.deviceTitle}</h1>
        {decision !== undefined && <Outcome isApproved={decision} />}
        {decision === undefined && code === "" && <CodeForm />}
        {decision === undefined && code !== "" && (
          <Question key={code} code={code} onDecided={setDecision} />
        )}
      </div>
      <LookSwitches />
    </main>
  );
}

function CodeForm(): JSX.Element {
  const { device, words } = useSignedIn();
  const text = words.value;
  const [code, setCode] = useState("");
  const id = useId();
  return (
    <form
      class="sign-in-ways"
      onSubmit={(event) => {
        event.preventDefault();
        device.type(code.trim());
      }}
    >
      <p>{text.deviceCodeLead}</p>
      <div class="form-field">
        <label for={id}>{text.deviceCode}</label>
        <input
          id={id}
          class="field device-code"
          required
          maxLength={32}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          value={code}
          onInput={({ currentTarget }) => setCode(currentTarget.value)}
        />
      </div>
      <Button look="primary" type="submit">
        {text.deviceContinue}
      </Button>
      <Leave />
    </form>
  );
}

interface QuestionProps {
  readonly code: string;
  readonly onDecided: (isApproved: boolean) => void;
}

function Question({ code, onDecided }: QuestionProps): JSX.Element {
  const { api, device, words } = useSignedIn();
  const text = words.value;
  const path = `me/device-grants/${encodeURIComponent(code)}`;
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSending, setIsSending] = useState(false);
  const grant = useMemo(() => new Resource(() => api.get(path, deviceGrantSchema)), [api, path]);
  const decide = async (isApproved: boolean): Promise<void> => {
    setIsSending(true);
    setFailure(undefined);
    try {
      const body = { is_approved: isApproved };
      await api.change({ method: "POST", path, body }, deviceDecisionSchema);
      device.forget();
      onDecided(isApproved);
    } catch (error) {
      setFailure(ApiFailure.of(error));
    } finally {
      setIsSending(false);
    }
  };
  if (grant.state.value.state === "failed" && kindOf(grant.state.value.failure) === "notFound") {
    return <WrongCode code={code} />;
  }
  return (
    <Loaded resource={grant}>
      {({ user_code: shown, device: name, client, address }) => (
        <>
          <p>{text.deviceQuestion}</p>
          <p class="device-code">{shown}</p>
          <Facts
            rows={[
              [text.deviceName, name],
              [text.deviceProgram, client],
              [text.deviceAddress, address],
            ]}
          />
          <p class="quiet">{text.deviceGrants}</p>
          {failure && <FailureNote failure={failure} />}
          <div class="device-answers">
            <Button look="primary" isDisabled={isSending} onClick={() => void decide(true)}>
              {text.deviceApprove}
            </Button>
            <Button isDisabled={isSending} onClick={() => void decide(false)}>
              {text.deviceRefuse}
            </Button>
          </div>
        </>
      )}
    </Loaded>
  );
}

function WrongCode({ code }: { readonly code: string }): JSX.Element {
  const { device, words } = useSignedIn();
  const text = words.value;
  return (
    <>
      <p class="note danger" role="alert">
        {text.deviceUnknown(code)}
      </p>
      <Button look="primary" onClick={() => device.type("")}>
        {text.deviceTypeAgain}
      </Button>
      <Leave />
    </>
  );
}

function Outcome({ isApproved }: { readonly isApproved: boolean }): JSX.Element {
  const text = useSignedIn().words.value;
  return (
    <>
      <p class={"note"} role="status">
        {isApproved ? text.deviceApproved : text.deviceRefused}
      </p>
      <Leave />
    </>
  );
}

function Leave(): JSX.Element {
  const { device, router, words } = useSignedIn();
  return (
    <Button
      look="link"
      onClick={() => {
        device.leave();
        router.go("tokens");
      }}
    >
      {words.value.deviceToTokens}
    </Button>
  );
}

function kindOf({ facts }: ApiFailure): string {
  return facts.kind;
}
