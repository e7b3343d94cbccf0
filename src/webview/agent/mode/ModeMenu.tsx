import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

import { managed } from "../../../shared/calls/agentCalls.ts";
import { Icon } from "../../kit/Icon.tsx";
import { listTarget } from "../../kit/keys.ts";
import { useWords } from "../../page/useWords.ts";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";
import { levelTexts, modeTexts, noSandboxText, unavailableText } from "../state/modeTexts.ts";

interface MenuProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function ModeMenu({ id, onClose }: MenuProps): JSX.Element {
  const words = useAgentWords();
  const agent = useAgent();
  const menu = useRef<HTMLDivElement>(null);
  const reasonId = useId();
  const [mode, level] = [agent.part("mode"), agent.part("level")];
  const unavailable = agent.part("unavailable");
  const levels = agent.part("levels") ?? [];
  useLayoutEffect(() => {
    const items = itemsOf(menu.current);
    (items.find((item) => item.ariaChecked === "true") ?? items[0])?.focus();
  }, []);
  return (
    <div
      class="popup mode-menu"
      id={id}
      ref={menu}
      role="menu"
      aria-label={words.mode}
      onKeyDown={(event) => handleMenuKey(event, menu.current, onClose)}
    >
      <Group label={words.mode}>
        {(["ask", "plan", "agent"] as const).map((each) => (
          <MenuItem
            key={each}
            texts={modeTexts(words)[each]}
            isChecked={each === mode}
            {...(unavailable && each !== "ask" && { reasonId })}
            onChoose={() => {
              onClose();
              void agent.act("setMode", { mode: each });
            }}
          />
        ))}
      </Group>
      {unavailable && <Reason id={reasonId} text={unavailableText(words, unavailable)} />}
      {!unavailable && <NoCommands />}
      {!unavailable && levels.length > 1 && (
        <Group label={words.levels} isTitled>
          {levels.map((each) => (
            <MenuItem
              key={each}
              texts={levelTexts(words)[each]}
              isChecked={each === level}
              onChoose={() => {
                onClose();
                void agent.act("setLevel", { level: each });
              }}
            />
          ))}
        </Group>
      )}
      {!unavailable && <LockedLevel />}
      {!unavailable && <NoSandbox />}
      <Commands onClose={onClose} />
    </div>
  );
}

function Commands({ onClose }: Pick<MenuProps, "onClose">): JSX.Element {
  const words = useAgentWords();
  const agent = useAgent();
  return (
    <div role="group" aria-label={words.manage} class="mode-group">
      {managed.map((what) => (
        <button
          key={what}
          type="button"
          class="option mode-option mode-command"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose();
            void agent.act("manage", { what });
          }}
        >
          {words.managed[what]}
        </button>
      ))}
    </div>
  );
}

function NoCommands(): JSX.Element | null {
  const words = useAgentWords();
  return useAgent().part("hasNoCommands") === true ? <Reason text={words.noCommands} /> : null;
}

function LockedLevel(): JSX.Element | null {
  const words = useWords();
  return useAgent().part("isLevelLocked") === true ? (
    <Reason text={words.setByOrganisation} />
  ) : null;
}

function NoSandbox(): JSX.Element | null {
  const words = useAgentWords();
  const why = useAgent().part("noSandbox");
  return why ? <Reason text={noSandboxText(words, why)} /> : null;
}

function Reason({ text, id }: { readonly text: string; readonly id?: string }): JSX.Element {
  return (
    <p class="popup-text mode-reason" id={id}>
      <Icon name="info" />
      {text}
    </p>
  );
}

interface GroupProps {
  readonly label: string;
  readonly isTitled?: boolean;
  readonly children: ComponentChildren;
}

function Group({ label, isTitled, children }: GroupProps): JSX.Element {
  return (
    <div role="group" aria-label={label} class="mode-group">
      {isTitled && (
        <p class="mode-title" aria-hidden="true">
          {label}
        </p>
      )}
      {children}
    </div>
  );
}

interface ItemProps {
  readonly texts: readonly [name: string, hint: string];
  readonly isChecked: boolean;
  readonly reasonId?: string;
  readonly onChoose: () => void;
}

function MenuItem({ texts: [name, hint], isChecked, reasonId, onChoose }: ItemProps): JSX.Element {
  const id = useId();
  return (
    <button
      type="button"
      class="option mode-option"
      role="menuitemradio"
      tabIndex={-1}
      aria-checked={isChecked}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-hint${reasonId === undefined ? "" : ` ${reasonId}`}`}
      aria-disabled={reasonId !== undefined}
      onClick={() => {
        if (reasonId === undefined) {
          onChoose();
        }
      }}
    >
      <span class="option-mark">{isChecked && <Icon name="check" />}</span>
      <span class="option-text">
        <span class="option-name" id={`${id}-name`}>
          {name}
        </span>
        <span class="option-facts" id={`${id}-hint`}>
          {hint}
        </span>
      </span>
    </button>
  );
}

function handleMenuKey(event: KeyboardEvent, menu: HTMLElement | null, onClose: () => void): void {
  if (event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    event.stopPropagation();
    onClose();
    return;
  }
  const items = itemsOf(menu);
  const active = items.findIndex((item) => item === document.activeElement);
  const ends: Readonly<Record<string, number>> = { Home: 0, End: items.length - 1 };
  const target = ends[event.key] ?? listTarget(event.key, active, items.length);
  if (target !== undefined) {
    event.preventDefault();
    items[target]?.focus();
  }
}

function itemsOf(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
}
