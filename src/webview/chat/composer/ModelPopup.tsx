import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";

import type { ModelList } from "../../../shared/calls/protocol.ts";
import type { HubModel } from "../../../shared/hubApi/model.ts";
import { LockedNotice } from "../../governance/LockedNotice.tsx";
import { useFocusBack } from "../../kit/focus.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { isSendKey, listTarget } from "../../kit/keys.ts";
import { useFailureTexts } from "../../page/failureTexts.ts";
import { usePage } from "../../page/page.ts";
import { ModelRow } from "../../page/parts/ModelRow.tsx";
import { ModelSearchField } from "../../page/parts/ModelSearchField.tsx";
import { isLocked, modelOptions, type ModelOption } from "../../page/state/modelChoice.ts";
import { useWords } from "../../page/useWords.ts";

export interface ModelPopupProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function ModelPopup({ id, onClose }: ModelPopupProps): JSX.Element {
  const words = useWords();
  const { state } = usePage();
  const { list, isLoading, refresh } = useModelList();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const { options, more } = useMemo(() => modelOptions(list?.models ?? [], query), [list, query]);
  useLayoutEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [active, options]);
  const { refused, choose } = useChoice(onClose);
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = listTarget(event.key, active, options.length);
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    } else if (event.target instanceof HTMLInputElement && target !== undefined) {
      event.preventDefault();
      setActive(target);
    } else if (event.target instanceof HTMLInputElement && isSendKey(event)) {
      event.preventDefault();
      choose(options[active]);
    }
  };
  const onQuery = (text: string): void => {
    setQuery(text);
    setActive(0);
  };
  const activeId = options.length > 0 ? optionId(id, active) : undefined;
  return (
    <div class="popup" onKeyDown={onKeyDown}>
      <div class="popup-search">
        <ModelSearchField listId={id} {...{ activeId, query, onQuery }} />
        <IconButton icon="refresh" label={words.refresh} isDisabled={isLoading} onClick={refresh} />
      </div>
      <ListProblem list={list} isLoading={isLoading} />
      {state.view.value.isModelLocked && <p class="popup-text">{words.setByOrganisation}</p>}
      {refused && !state.view.value.isModelLocked && (
        <LockedNotice
          model={refused}
          models={list?.models ?? []}
          onChoose={(model) => choose({ kind: "model", id: model.id, model })}
        />
      )}
      <div class="options" id={id} role="listbox" aria-label={words.models}>
        {options.map((option, index) => (
          <ModelRow
            key={option.id}
            id={optionId(id, index)}
            option={option}
            isActive={index === active}
            isSelected={option.id === state.view.value.selectedModel}
            onChoose={() => choose(option)}
          />
        ))}
      </div>
      <ListSummary list={list} query={query} matches={options.length} more={more} />
    </div>
  );
}

function useChoice(onClose: () => void): {
  readonly refused: HubModel | undefined;
  readonly choose: (option: ModelOption | undefined) => void;
} {
  const { actions } = usePage();
  const [refused, setRefused] = useState<HubModel>();
  const choose = (option: ModelOption | undefined): void => {
    if (option?.kind === "model" && isLocked(option.model)) {
      setRefused(option.model);
    } else if (option) {
      actions.selectModel(option.id);
      onClose();
    }
  };
  return { refused, choose };
}

function useModelList(): {
  readonly list: ModelList | undefined;
  readonly isLoading: boolean;
  readonly refresh: () => void;
} {
  const { actions } = usePage();
  const [list, setList] = useState<ModelList>();
  const [isLoading, setIsLoading] = useState(true);
  const load = async (isRefresh: boolean): Promise<void> => {
    setIsLoading(true);
    setList(await actions.listModels(isRefresh));
    setIsLoading(false);
  };
  useEffect(() => void load(false), []);
  useFocusBack(isLoading);
  return { list, isLoading, refresh: () => void load(true) };
}

function ListProblem({
  list,
  isLoading,
}: {
  readonly list: ModelList | undefined;
  readonly isLoading: boolean;
}): JSX.Element | null {
  const words = useWords();
  const describeFailure = useFailureTexts();
  if (isLoading) {
    return (
      <p class="popup-text">
        {words.loadingModels}
        <span class="progress" />
      </p>
    );
  }
  if (!list?.failure) {
    return null;
  }
  const { headline, nextStep } = describeFailure(list.failure);
  return (
    <p class="popup-text" role="alert">
      {headline} <span class="next-step">{nextStep}</span> {words.listFailed}
    </p>
  );
}

interface ListSummaryProps {
  readonly list: ModelList | undefined;
  readonly query: string;
  readonly matches: number;
  readonly more: number;
}

function ListSummary({ list, query, matches, more }: ListSummaryProps): JSX.Element | null {
  const words = useWords();
  const { format } = usePage();
  if (!list) {
    return null;
  }
  const parts: string[] = [];
  if (more > 0) {
    parts.push(words.moreModels(more, format.count(more)));
  } else if (matches === 0 && query === "" && !list.failure) {
    parts.push(words.noModels);
  } else if (query === "" && matches > 0) {
    parts.push(words.modelCount(matches, format.count(matches)));
  }
  if (list.fetchedAt !== undefined) {
    parts.push(words.updatedAt(format.time(list.fetchedAt)));
  }
  return <p class="popup-text popup-summary">{parts.join(" · ")}</p>;
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
