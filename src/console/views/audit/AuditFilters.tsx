import type { JSX } from "preact";

import { auditKinds, securityKinds } from "../../../shared/hubApi/auditKinds.ts";
import { Choice, type Option } from "../../../ui/Select.tsx";
import { useSignedIn } from "../../app/console.ts";
import { Button } from "../../parts/Button.tsx";
import { FilterField } from "../../parts/FilterField.tsx";
import { Menu } from "../../parts/Menu.tsx";
import { kindName } from "../parts/auditText.ts";
import { useFilters } from "../parts/useFilters.ts";
import { optionsOf } from "../records/recordFields.ts";

export interface AuditFiltersProps {
  readonly place: "audit" | "security";
}

export function AuditFilters({ place }: AuditFiltersProps): JSX.Element {
  const { records, router, words } = useSignedIn();
  const text = words.value;
  const { search, set, field } = useFilters();
  const orAll = (list: Parameters<typeof optionsOf>[0]): readonly Option[] => [
    ["", text.all],
    ...optionsOf(list).map(({ value, label }) => [value, label] as const),
  ];
  return (
    <form class="filters grid" role="search" onSubmit={(event) => event.preventDefault()}>
      <FilterField {...field("text", text.searchText)} type="search" />
      <KindFilter
        kinds={place === "audit" ? auditKinds : securityKinds}
        chosen={(search.get("kind") ?? "").split(",").filter((kind) => kind !== "")}
        onChange={(kinds) => set("kind", kinds.join(","))}
      />
      <FilterField {...field("from", text.from)} type="date" />
      <FilterField {...field("to", text.to)} type="date" />
      <Choice {...field("user_id", text.user)} options={orAll(records.users.data)} />
      <Choice {...field("token_id", text.token)} options={orAll(records.tokens.data)} />
      <FilterField {...field("app", text.app)} type="text" />
      <FilterField {...field("model", text.model)} type="text" />
      {search.has("run_id") && <FilterField {...field("run_id", text.runId)} type="text" />}
      {search.size > 0 && (
        <Button look="link" onClick={() => router.refine(new URLSearchParams())}>
          {text.clearFilters}
        </Button>
      )}
    </form>
  );
}

interface KindFilterProps {
  readonly kinds: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (kinds: readonly string[]) => void;
}

function KindFilter({ kinds, chosen, onChange }: KindFilterProps): JSX.Element {
  const { words, format } = useSignedIn();
  const text = words.value;
  const toggle = (kind: string, isOn: boolean): void =>
    onChange(isOn ? [...chosen, kind] : chosen.filter((each) => each !== kind));
  return (
    <div class="filter">
      <span class="filter-label" aria-hidden="true">
        {text.kind}
      </span>
      <Menu label={`${text.kind}: ${chosenText()}`} shown={chosenText()}>
        <fieldset>
          <legend class="unseen">{text.kind}</legend>
          {kinds.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={chosen.includes(kind)}
                onChange={(event) => toggle(kind, event.currentTarget.checked)}
              />
              {kindName(text, kind)}
            </label>
          ))}
        </fieldset>
      </Menu>
    </div>
  );

  function chosenText(): string {
    const [first, ...others] = chosen;
    if (first === undefined) {
      return text.all;
    }
    return others.length === 0
      ? kindName(text, first)
      : text.kindsChosen(format.value.count(chosen.length));
  }
}
