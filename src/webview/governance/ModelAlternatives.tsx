import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { AssistantMessage } from "../../shared/conversation/conversation.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { nearestModels } from "../../shared/hubApi/nearestModels.ts";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";

export function ModelAlternatives({
  message,
}: {
  readonly message: AssistantMessage;
}): JSX.Element | null {
  const words = useWords();
  const { actions } = usePage();
  const [models, setModels] = useState<readonly HubModel[]>([]);
  useEffect(() => {
    // The list that offered this model may be outdated.
    void actions.listModels(true).then((list) => setModels(list.models));
  }, [message.id]);
  const named = new Set(message.failure?.models);
  const allowed = models.filter(({ id }) => named.has(id));
  const nearest = nearestModels(allowed.length === 0 ? models : allowed, message.model, 3);
  if (nearest.length === 0) {
    return null;
  }
  const useModel = (id: string): void => {
    actions.selectModel(id);
    actions.regenerate(message.id);
  };
  return (
    <>
      <p class="hint">{words.nearestModels}</p>
      <ul class="alternatives" aria-label={words.alternatives}>
        {nearest.map(({ id, name }) => (
          <li key={id}>
            <button type="button" class="button quiet small" onClick={() => useModel(id)}>
              {words.useInstead(name)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
