import type { JSX } from "preact";

import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { useTurns } from "./turnsPage.ts";

/** Names models that accept images. */
export function ImageNotice(): JSX.Element | null {
  const words = useWords();
  const { state } = usePage();
  const turns = useTurns();
  if (!turns.refusesImages) {
    return null;
  }
  const { selectedModel, selectedModelName } = state.view.value;
  const { others } = turns.imageModels.value;
  return (
    <div class="notice image-notice" role="alert">
      <div class="notice-text">
        <Icon name="warning" />
        <p>
          {words.takesNoImages(selectedModelName ?? selectedModel ?? words.model)}{" "}
          <span class="next-step">
            {others.length > 0 ? words.removeImagesHint : words.noImageModel}
          </span>
        </p>
      </div>
      {others.length > 0 && (
        <div class="buttons">
          {others.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              class="button quiet small"
              onClick={() => turns.useModel(id)}
            >
              {words.useOther(name)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
