import type { JSX } from "preact";

import type { HubModel } from "../../../shared/hubApi/model.ts";
import type { Format } from "../../kit/format.ts";
import { Icon } from "../../kit/Icon.tsx";
import type { Words } from "../../words/en/en.ts";
import { usePage } from "../page.ts";
import type { ModelOption } from "../state/modelChoice.ts";
import { useWords } from "../useWords.ts";

export interface ModelRowProps {
  readonly id: string;
  readonly option: ModelOption;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onChoose: () => void;
}

export function ModelRow(props: ModelRowProps): JSX.Element {
  const words = useWords();
  const { format, state } = usePage();
  const { id, option, isActive, isSelected, onChoose } = props;
  const locked = option.kind === "model" ? option.model.locked : undefined;
  return (
    <div
      id={id}
      role="option"
      class={["option", isActive ? "active" : "", locked ? "locked" : ""].join(" ").trim()}
      aria-selected={isSelected}
      aria-disabled={locked !== undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span class="option-mark">
        {locked ? <Icon name="lock" /> : isSelected && <Icon name="check" />}
      </span>
      {option.kind === "typed" ? (
        <span class="option-name">{words.useModel(option.id)}</span>
      ) : (
        <span class="option-text" title={option.model.description}>
          <span class="option-name">
            {option.model.name}
            {option.model.name !== option.id && <span class="option-id">{option.id}</span>}
          </span>
          <span class="option-facts">
            {!locked
              ? factsOf(option.model, words, format)
              : state.view.value.isModelLocked
                ? words.setByOrganisation
                : lockedText(locked, words)}
          </span>
        </span>
      )}
    </div>
  );
}

function lockedText({ reason }: NonNullable<HubModel["locked"]>, words: Words): string {
  return reason === undefined
    ? words.modelLocked
    : `${words.modelLocked} · ${words.hubSays(reason)}`;
}

/** The known facts of a model; missing facts are shown as not reported. */
function factsOf({ contextLength, capabilities }: HubModel, words: Words, format: Format): string {
  const context =
    contextLength === undefined
      ? words.contextNotReported
      : words.contextSize(format.contextSize(contextLength));
  const { tools, vision, reasoning } = capabilities;
  const isUnknown = tools === undefined && vision === undefined && reasoning === undefined;
  const abilities = [
    tools === true ? words.tools : undefined,
    vision === true ? words.vision : undefined,
    reasoning === true ? words.reasons : undefined,
  ].filter((ability) => ability !== undefined);
  return [
    context,
    ...(isUnknown ? [words.abilitiesNotReported] : []),
    ...(!isUnknown && abilities.length === 0 ? [words.plainText] : abilities),
  ].join(" · ");
}
