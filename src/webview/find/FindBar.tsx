import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { Icon, type IconName } from "../kit/Icon.tsx";
import { IconButton } from "../kit/IconButton.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { useFind } from "./findPage.ts";
import { FindSession } from "./findSession.ts";

export function FindBar(): JSX.Element {
  const words = useWords();
  const find = useFind();
  const [session] = useState(() => new FindSession(find.deps));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => session.dispose(), []);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [find.asked.value]);
  useStepKeys(session);
  return (
    <div class="find" role="search" onKeyDown={(event) => handleKey(event, session, find)}>
      <div class="find-field">
        <input
          ref={field}
          class="field"
          type="text"
          aria-label={words.findInChat}
          placeholder={words.findInChat}
          aria-invalid={session.problem.value !== undefined}
          autocomplete="off"
          spellcheck={false}
          value={session.query.value.text}
          onInput={(event) => session.setQuery({ text: event.currentTarget.value })}
        />
        <Toggles session={session} />
      </div>
      <FindCount session={session} />
      <IconButton
        icon="arrow-up"
        label={words.previousMatch}
        isDisabled={session.total.value === 0}
        onClick={() => void session.step(-1)}
      />
      <IconButton
        icon="arrow-down"
        label={words.nextMatch}
        isDisabled={session.total.value === 0}
        onClick={() => void session.step(1)}
      />
      <IconButton icon="close" label={words.closeFind} onClick={() => find.close()} />
    </div>
  );
}

function Toggles({ session }: { readonly session: FindSession }): JSX.Element {
  const words = useWords();
  const { isCaseSensitive, isWholeWord, isRegex } = session.query.value;
  return (
    <div class="find-toggles">
      <Toggle
        icon="case-sensitive"
        label={words.matchCase}
        isOn={isCaseSensitive}
        onChange={(isOn) => session.setQuery({ isCaseSensitive: isOn })}
      />
      <Toggle
        icon="whole-word"
        label={words.matchWord}
        isOn={isWholeWord}
        onChange={(isOn) => session.setQuery({ isWholeWord: isOn })}
      />
      <Toggle
        icon="regex"
        label={words.useRegex}
        isOn={isRegex}
        onChange={(isOn) => session.setQuery({ isRegex: isOn })}
      />
    </div>
  );
}

interface ToggleProps {
  readonly icon: IconName;
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Toggle({ icon, label, isOn, onChange }: ToggleProps): JSX.Element {
  return (
    <button
      type="button"
      class="icon-button toggle"
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={() => onChange(!isOn)}
    >
      <Icon name={icon} />
    </button>
  );
}

function FindCount({ session }: { readonly session: FindSession }): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  const { query, problem, total, index, isLimited, hasResult } = session;
  const text = (): string => {
    if (problem.value !== undefined) {
      return problem.value === "slow" ? words.patternSlow : words.patternWrong;
    }
    if (query.value.text === "" || !hasResult.value) {
      return "";
    }
    if (total.value === 0) {
      return words.noMatches;
    }
    const all = format.count(total.value) + (isLimited.value ? "+" : "");
    return words.matchOf(format.count(index.value + 1), all);
  };
  return (
    <span class="find-count" role="status">
      {text()}
    </span>
  );
}

/** F3 works with any focus while the bar is open. */
function useStepKeys(session: FindSession): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key === "F3" && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        event.stopPropagation();
        void session.step(event.shiftKey ? -1 : 1);
      }
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function handleKey(
  event: KeyboardEvent,
  session: FindSession,
  find: { readonly close: () => void },
): void {
  if (event.key === "Escape") {
    find.close();
  } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
    void session.step(event.shiftKey ? -1 : 1);
  } else if (!event.altKey || !toggleWithKey(event.code, session)) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** The keys of the editor's find widget. */
function toggleWithKey(code: string, session: FindSession): boolean {
  const { isCaseSensitive, isWholeWord, isRegex } = session.query.value;
  switch (code) {
    case "KeyC":
      session.setQuery({ isCaseSensitive: !isCaseSensitive });
      return true;
    case "KeyW":
      session.setQuery({ isWholeWord: !isWholeWord });
      return true;
    case "KeyR":
      session.setQuery({ isRegex: !isRegex });
      return true;
    default:
      return false;
  }
}
