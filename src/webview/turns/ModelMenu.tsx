import type { JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import type { HubModel } from "../../shared/hubApi/model.ts";
import { useCloseOutside } from "../../ui/closeOutside.ts";
import { isSendKey, listTarget } from "../kit/keys.ts";
import { usePage } from "../page/page.ts";
import type { PageActions } from "../page/pageActions.ts";
import { ModelRow } from "../page/parts/ModelRow.tsx";
import { ModelSearchField } from "../page/parts/ModelSearchField.tsx";
import { isLocked, type ModelOption, modelOptions } from "../page/state/modelChoice.ts";
import { useWords } from "../page/useWords.ts";
import { type ModelMenu as Menu, type TurnsPage, useTurns } from "./turnsPage.ts";

const maxCompared = 3;

export function ModelMenu(): JSX.Element | null {
  const turns = useTurns();
  const menu = turns.menu.value;
  return menu ? <OpenMenu menu={menu} /> : null;
}

function OpenMenu({ menu }: { readonly menu: Menu }): JSX.Element {
  const words = useWords();
  const { actions, format } = usePage();
  const turns = useTurns();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const frame = useRef<HTMLDivElement>(null);
  const isMany = menu.kind !== "regenerate";
  const title = isMany ? words.chooseCompared : words.regenerateWith;
  useCloseOutside(frame, true, () => {
    turns.menu.value = undefined;
  });
  const choose = (model: string): void => {
    if (isMany) {
      setChosen(toggled(chosen, model));
    } else {
      finish({ turns, actions }, menu, [model]);
    }
  };
  return (
    <div
      class="popup"
      ref={frame}
      role="dialog"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          turns.closeMenu();
        }
      }}
    >
      <p class="popup-text">{title}</p>
      <ModelList isMany={isMany} chosen={chosen} onChoose={choose} />
      <div class="popup-buttons">
        {isMany && (
          <button
            type="button"
            class="button small"
            disabled={chosen.length < 2}
            onClick={() => finish({ turns, actions }, menu, chosen)}
          >
            {words.compareChosen(format.count(chosen.length))}
          </button>
        )}
        <button type="button" class="button quiet small" onClick={() => turns.closeMenu()}>
          {words.cancel}
        </button>
      </div>
    </div>
  );
}

function finish(
  { turns, actions }: { readonly turns: TurnsPage; readonly actions: PageActions },
  menu: Menu,
  models: readonly string[],
): void {
  turns.closeMenu();
  switch (menu.kind) {
    case "regenerate":
      turns.regenerateWith(menu.messageId, models[0] ?? "");
      return;
    case "compare":
      turns.compareAnswers(menu.messageId, models);
      return;
    case "sendToCompare":
      void actions.sendToCompare(models);
      return;
    default:
      menu satisfies never;
  }
}

interface ModelListProps {
  readonly isMany: boolean;
  readonly chosen: readonly string[];
  readonly onChoose: (model: string) => void;
}

function ModelList({ isMany, chosen, onChoose }: ModelListProps): JSX.Element {
  const id = useId();
  const models = useModels();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const { isModelLocked } = usePage().state.view.value;
  const options = useMemo(
    () =>
      modelOptions(models, query).options.filter(({ kind }) => kind === "model" || !isModelLocked),
    [models, query, isModelLocked],
  );
  const activeOption = options[active];
  useLayoutEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active, options]);
  // A locked model's row explains why it cannot be chosen.
  const choose = (option: ModelOption | undefined): void => {
    if (option && !(option.kind === "model" && isLocked(option.model))) {
      onChoose(option.id);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = listTarget(event.key, active, options.length);
    if (target !== undefined) {
      event.preventDefault();
      setActive(target);
    } else if (isSendKey(event)) {
      event.preventDefault();
      choose(activeOption);
    }
  };
  return (
    <>
      <div class="popup-search">
        <ModelSearchField
          listId={id}
          activeId={activeOption && `${id}-${active}`}
          query={query}
          onKeyDown={onKeyDown}
          onQuery={(text) => {
            setQuery(text);
            setActive(0);
          }}
        />
      </div>
      <Options {...{ id, isMany, chosen, options, active, choose }} />
    </>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly isMany: boolean;
  readonly chosen: readonly string[];
  readonly options: readonly ModelOption[];
  readonly active: number;
  readonly choose: (option: ModelOption) => void;
}

function Options({ id, isMany, chosen, options, active, choose }: OptionsProps): JSX.Element {
  const words = useWords();
  return (
    <div
      class="options"
      id={id}
      role="listbox"
      aria-label={words.models}
      aria-multiselectable={isMany}
    >
      {options.map((option, index) => (
        <ModelRow
          key={option.id}
          id={`${id}-${index}`}
          option={option}
          isActive={index === active}
          isSelected={chosen.includes(option.id)}
          onChoose={() => choose(option)}
        />
      ))}
    </div>
  );
}

function useModels(): readonly HubModel[] {
  const { actions } = usePage();
  const [models, setModels] = useState<readonly HubModel[]>([]);
  const load = async (): Promise<void> => {
    const list = await actions.listModels(false);
    setModels(list.models);
  };
  useEffect(() => void load(), []);
  return models;
}

function toggled(chosen: readonly string[], model: string): readonly string[] {
  return chosen.includes(model)
    ? chosen.filter((other) => other !== model)
    : [...chosen.slice(0, maxCompared - 1), model];
}
