import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import { useConsole } from "../../app/console.ts";
import type { SignIn } from "../../app/session.ts";
import { ApiFailure } from "../../data/apiFailure.ts";
import type { SignInOptions } from "../../data/types.ts";
import { Button } from "../../parts/Button.tsx";
import { FailureNote } from "../../parts/FailureNote.tsx";
import { failureSentence } from "../../words/failureSentence.ts";

type Way = "password" | "token";

export function SignInForm({ options }: { readonly options: SignInOptions }): JSX.Element {
  const { words } = useConsole();
  const text = words.value;
  const [way, setWay] = useState<Way>(options.password ? "password" : "token");
  const hasBoth = options.password && options.admin_token;
  const hasForm = options.password || options.admin_token;
  return (
    <div class="sign-in-ways">
      <OpenIdOutcome />
      {hasForm && <WayForm key={way} way={way} />}
      {options.openid && <OpenIdLink {...options.openid} />}
      {hasBoth && (
        <Button look="link" onClick={() => setWay(way === "password" ? "token" : "password")}>
          {way === "password" ? text.useAdminToken : text.usePassword}
        </Button>
      )}
      {!hasForm && !options.openid && <p>{text.noWayIn}</p>}
    </div>
  );
}

function OpenIdOutcome(): JSX.Element | null {
  const { openIdOutcome } = useConsole().words.value;
  const outcome = new URLSearchParams(location.search).get("sign_in") ?? "";
  const text = Object.entries(openIdOutcome).find(([name]) => name === outcome)?.[1];
  return text === undefined ? null : (
    <p class="note danger" role="alert">
      {text}
    </p>
  );
}

function OpenIdLink({
  name,
  url,
}: {
  readonly name: string;
  readonly url: string;
}): JSX.Element | null {
  const text = useConsole().words.value;
  const href = safeUrl(url);
  return href === undefined ? null : (
    <a class="button quiet" href={href}>
      {text.signInWith(name)}
    </a>
  );
}

function WayForm({ way }: { readonly way: Way }): JSX.Element {
  const { session, words } = useConsole();
  const text = words.value;
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSending, setIsSending] = useState(false);
  const send = async (form: HTMLFormElement): Promise<void> => {
    setIsSending(true);
    setFailure(undefined);
    try {
      await session.signIn(bodyOf(form, way));
    } catch (error) {
      setFailure(ApiFailure.of(error));
    } finally {
      setIsSending(false);
    }
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      {way === "password" ? (
        <>
          <Entry name="login" label={text.login} autocomplete="username" type="text" />
          <Entry name="secret" label={text.password} autocomplete="current-password" />
        </>
      ) : (
        // No password manager should offer to store it.
        <Entry name="secret" label={text.adminToken} autocomplete="off" />
      )}
      {failure && <SignInFailure failure={failure} way={way} />}
      <Button look="primary" type="submit" isDisabled={isSending}>
        {text.signIn}
      </Button>
    </form>
  );
}

function SignInFailure({
  failure,
  way,
}: {
  readonly failure: ApiFailure;
  readonly way: Way;
}): JSX.Element {
  const text = useConsole().words.value;
  const { kind } = failure.facts;
  if (kind === "signedOut" || kind === "forbidden") {
    return (
      <p class="note danger" role="alert">
        {way === "password" ? text.wrongPassword : text.wrongAdminToken}
      </p>
    );
  }
  return kind === "tooMany" ? (
    <p class="note danger" role="alert">
      {failureSentence(failure, text)}
    </p>
  ) : (
    <FailureNote failure={failure} />
  );
}

interface EntryProps {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: string;
  readonly type?: "text" | "password";
}

function Entry({ name, label, autocomplete, type = "password" }: EntryProps): JSX.Element {
  const id = useId();
  const attributes: Readonly<Record<string, string>> = { name, type, autocomplete };
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="field"
        required
        autocapitalize="none"
        spellcheck={false}
        {...attributes}
      />
    </div>
  );
}

/** Reads the form on submit, so that no other place stores a secret. */
function bodyOf(form: HTMLFormElement, way: Way): SignIn {
  const data = new FormData(form);
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
  return way === "password"
    ? { login: text("login").trim(), password: text("secret") }
    : { admin_token: text("secret").trim() };
}

/** Accepts only an address of the hub itself. */
function safeUrl(url: string): string | undefined {
  try {
    const parsed = new URL(url, location.href);
    return parsed.origin === location.origin ? parsed.href : undefined;
  } catch {
    return undefined;
  }
}
