import type { JSX } from "preact";
import { useRef } from "preact/hooks";

import { useCloseOutside } from "../../../ui/closeOutside.ts";
import { useGovernance } from "../../governance/governancePage.ts";
import { Icon } from "../../kit/Icon.tsx";
import { usePage } from "../../page/page.ts";
import { lazyPart } from "../../page/parts/lazyPart.tsx";
import type { ModelPopupProps } from "./ModelPopup.tsx";

const ModelPopup = lazyPart<ModelPopupProps>(
  async () => (await import("./ModelPopup.tsx")).ModelPopup,
  { isPopup: true, loads: "whenIdle" },
);

const popupId = "model-popup";

export function ModelPicker(): JSX.Element {
  const { words, state, ui } = usePage();
  const governance = useGovernance();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = ui.isPickerOpen.value;
  const { selectedModel: selected, selectedModelName } = state.view.value;
  const isUnlisted = governance.isModelUnlisted.value;
  const close = (): void => {
    ui.isPickerOpen.value = false;
    button.current?.focus();
  };
  useCloseOutside(frame, isOpen, () => {
    ui.isPickerOpen.value = false;
  });
  return (
    <div class="picker" ref={frame}>
      {isOpen && <ModelPopup id={popupId} onClose={close} />}
      <button
        ref={button}
        type="button"
        role="combobox"
        class="picker-button"
        aria-label={words.model}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        {...(isOpen && { "aria-controls": popupId })}
        title={isUnlisted ? words.modelNotListed(selected ?? "") : selected}
        onClick={() => {
          ui.isPickerOpen.value = !isOpen;
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            ui.isPickerOpen.value = true;
          }
        }}
      >
        {isUnlisted && <Icon name="warning" />}
        <span class="picker-value">{selectedModelName ?? selected ?? words.noModel}</span>
        <Icon name="chevron-down" />
      </button>
    </div>
  );
}
