import type { JSX } from "preact";
import { useId, useRef, useState } from "preact/hooks";

import { useCloseOutside } from "../../../ui/closeOutside.ts";
import { Icon } from "../../kit/Icon.tsx";
import { usePage } from "../../page/page.ts";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";
import { levelTexts, modeTexts } from "../state/modeTexts.ts";
import { ModeMenu } from "./ModeMenu.tsx";

/**
 * The button for mode and level. The style sheet draws both, because they are the button's description, not its name.
 */
export function ModeButton(): JSX.Element | null {
  const words = useAgentWords();
  const agent = useAgent();
  const { state: chat } = usePage();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [openedIn, setOpenedIn] = useState<string>();
  const menuId = useId();
  const [mode = "ask", level = "ask"] = [agent.part("mode"), agent.part("level")];
  const isOpen = openedIn === chat.conversationId.value;
  const open = (): void => setOpenedIn(chat.conversationId.value);
  const close = (): void => setOpenedIn(undefined);
  useCloseOutside(frame, isOpen, close);
  const [name] = modeTexts(words)[mode];
  const [levelName] = levelTexts(words)[level];
  const hasLevel = mode === "agent" && level !== "ask";
  return (
    <div class="picker mode-picker" ref={frame}>
      {isOpen && (
        <ModeMenu
          id={menuId}
          onClose={() => {
            close();
            button.current?.focus();
          }}
        />
      )}
      <button
        ref={button}
        type="button"
        class="picker-button"
        aria-label={words.mode}
        aria-description={hasLevel ? `${name} · ${levelName}` : name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen && { "aria-controls": menuId })}
        onClick={() => (isOpen ? close() : open())}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            open();
          }
        }}
      >
        <span class="mode-value" data-text={name} />
        {hasLevel && (
          <span class="mode-level">
            <Icon name={level === "sandbox" ? "shield" : "edit"} />
            <span data-text={`· ${levelName}`} />
          </span>
        )}
        <Icon name="chevron-down" />
      </button>
    </div>
  );
}
