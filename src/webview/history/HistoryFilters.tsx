import type { JSX } from "preact";
import { useId } from "preact/hooks";

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
        label={words.workspace}
        value={workspace ?? ""}
        options={[["", words.anyWorkspace], ...named(list.workspaces.value)]}
        onChange={(value) => list.setFilter({ workspace: value === "" ? undefined : value })}
      />
      <Choice
        label={words.model}
        value={model ?? ""}
        options={[["", words.anyModel], ...named(list.models.value)]}
        onChange={(value) => list.setFilter({ model: value === "" ? undefined : value })}
      />
      <PeriodChoice list={list} />
      <Choice
        label={words.sortBy}
        value={sort}
        options={[
          ["newest", words.newestFirst],
          ["mostExpensive", words.mostExpensiveFirst],
        ]}
        onChange={(value) =>
          list.setFilter({ sort: value === "mostExpensive" ? "mostExpensive" : "newest" })
        }
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

type Option = readonly [value: string, text: string];

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps): JSX.Element {
  const id = useId();
  return (
    <div class="history-filter">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="field"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function named(names: readonly string[]): readonly Option[] {
  return names.map((name) => [name, name]);
}
