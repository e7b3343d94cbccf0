import type { JSX } from "preact";

import { Choice, type Option } from "../../ui/Select.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { HistoryList } from "./historyList.ts";
import { useHistory } from "./historyPage.ts";

const dayMs = 86_400_000;
const periods = [1, 7, 30, 90] as const;

export function HistoryFilters({ list }: { readonly list: HistoryList }): JSX.Element {
  const words = useWords();
  const { workspace, model, sort } = list.filter.value;
  return (
    <div class="history-filters">
      <Choice
        class="history-filter"
        label={words.workspace}
        value={workspace ?? ""}
        options={[["", words.anyWorkspace], ...named(list.workspaces.value)]}
        onChange={(value) => list.setFilter({ workspace: value === "" ? undefined : value })}
      />
      <Choice
        class="history-filter"
        label={words.model}
        value={model ?? ""}
        options={[["", words.anyModel], ...named(list.models.value)]}
        onChange={(value) => list.setFilter({ model: value === "" ? undefined : value })}
      />
      <PeriodChoice list={list} />
      <Choice
        class="history-filter"
        label={words.sortBy}
        value={sort}
        options={[
          ["newest", words.newestFirst],
          ["mostExpensive", words.mostExpensiveFirst],
        ]}
        onChange={(chosen) => list.setFilter({ sort: chosen })}
      />
    </div>
  );
}

function PeriodChoice({ list }: { readonly list: HistoryList }): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  const history = useHistory();
  const { clock } = history.deps;
  const { since } = list.filter.value;
  const days =
    since === undefined ? "" : String(Math.max(1, Math.round((clock.now() - since) / dayMs)));
  return (
    <Choice
      class="history-filter"
      label={words.lastUsed}
      value={days}
      options={[
        ["", words.anyTime],
        ...periods.map((count): Option => [
          String(count),
          words.lastDays(count, format.count(count)),
        ]),
      ]}
      onChange={(value) =>
        list.setFilter({
          since: value === "" ? undefined : clock.now() - Number(value) * dayMs,
        })
      }
    />
  );
}

function named(names: readonly string[]): readonly Option[] {
  return names.map((name) => [name, name]);
}
