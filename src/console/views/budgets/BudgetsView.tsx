import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import { type SignedIn, useSignedIn } from "../../app/console.ts";
import { isForecastOver, tightest, usedPercent } from "../../data/budgetShare.ts";
import type { Records } from "../../data/records.ts";
import type { Budget } from "../../data/types.ts";
import type { Field, Option } from "../../forms/fields.ts";
import { BudgetBar } from "../../parts/BudgetBar.tsx";
import { BudgetMark } from "../../parts/BudgetMark.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Tag } from "../../parts/Tag.tsx";
import { type Names, useNames } from "../parts/names.ts";
import { PageHead } from "../parts/PageHead.tsx";
import type { RecordForm } from "../records/RecordDialog.tsx";
import { deletion, RecordsView } from "../records/RecordsView.tsx";
import { amountText, BudgetCards } from "./BudgetCards.tsx";
import { BudgetLayers } from "./BudgetLayers.tsx";

export function BudgetsView(): JSX.Element {
  return useSignedIn().isAdmin ? <AllBudgets /> : <OwnBudgets />;
}

function OwnBudgets(): JSX.Element {
  const { records, words } = useSignedIn();
  const text = words.value;
  return (
    <>
      <PageHead title={text.budgets} lead={text.ownBudgetsLead} />
      <Loaded resource={records.budgets}>
        {(budgets) =>
          budgets.length === 0 ? (
            <div class="empty">
              <p>{text.ownBudgetsEmpty}</p>
            </div>
          ) : (
            <BudgetCards budgets={budgets} tightest={tightest(budgets)} />
          )
        }
      </Loaded>
    </>
  );
}

function AllBudgets(): JSX.Element {
  const page = useSignedIn();
  const names = useNames();
  const { records } = page;
  const text = page.words.value;
  const lists = [
    records.tokens.data,
    records.users.data,
    records.profiles.data,
    records.sectors.data,
  ];
  const columns = useMemo(() => budgetColumns(page, names), [text, page.format.value, ...lists]);
  return (
    <RecordsView
      title={text.budgets}
      lead={text.budgetsLead}
      list={records.budgets}
      columns={columns}
      form={(budget) => budgetForm(page, names, budget)}
      sort={{ id: "used", isDescending: true }}
      exportName="budgets"
      newLabel={text.newBudget}
      removal={(budget) =>
        deletion(
          text,
          `budgets/${encodeURIComponent(budget.id)}`,
          names.subject(budget),
          text.deleteBudgetQuestion,
        )
      }
      empty={text.budgetsEmpty}
    >
      <BudgetLayers />
    </RecordsView>
  );
}

function budgetColumns(page: SignedIn, names: Names): readonly Column<Budget>[] {
  const text = page.words.value;
  const format = page.format.value;
  const amount = (budget: Budget, value: string): string => amountText(page, budget, value);
  return [
    { id: "subject", label: text.budgetFor, value: (budget) => names.subject(budget) },
    { id: "scope", isShort: true, label: text.scope, value: ({ scope }) => text.scopeName[scope] },
    {
      id: "used",
      label: text.used,
      isNumber: true,
      value: (budget) => Math.round(usedPercent(budget) * 100) / 100,
      cell: (budget) => (
        <span class="bar-cell">
          <BudgetBar budget={budget} name={names.subject(budget)} />
          {format.percent(usedPercent(budget))}
          <BudgetMark budget={budget} />
        </span>
      ),
    },
    {
      id: "spent",
      label: text.spent,
      isNumber: true,
      value: ({ spent }) => Number(spent),
      cell: (budget) => amount(budget, budget.spent),
    },
    {
      id: "limit",
      label: text.limit,
      isNumber: true,
      value: ({ limit }) => Number(limit),
      cell: (budget) => amount(budget, budget.limit),
    },
    {
      id: "forecast",
      label: text.forecast,
      isNumber: true,
      isMinor: true,
      value: ({ forecast }) => (forecast === null ? undefined : Number(forecast)),
      cell: (budget) => <Forecast budget={budget} />,
    },
    {
      id: "resets",
      isShort: true,
      label: text.resets,
      isMinor: true,
      value: (budget) => budget.resets_at,
      cell: (budget) => format.date(budget.resets_at),
    },
  ];
}

function Forecast({ budget }: { readonly budget: Budget }): JSX.Element {
  const page = useSignedIn();
  if (budget.forecast === null) {
    return <>{page.words.value.tooEarly}</>;
  }
  const shown = amountText(page, budget, budget.forecast);
  return isForecastOver(budget) ? <Tag look="warn">{shown}</Tag> : <>{shown}</>;
}

function budgetForm(page: SignedIn, names: Names, budget: Budget | undefined): RecordForm {
  const text = page.words.value;
  return {
    title: budget ? text.editOf(names.subject(budget)) : text.newBudget,
    submit: budget ? text.save : text.createBudget,
    fields: budgetFields(page, budget),
    record: budget
      ? { ...budget, subject_id: `${budget.scope}:${budget.subject_id}` }
      : { unit: "money", warn_at: [80, 95] },
    method: budget ? "PATCH" : "POST",
    path: () => (budget ? `budgets/${encodeURIComponent(budget.id)}` : "budgets"),
    finish: ({ subject_id: subject, ...body }) => {
      const [scope, ...id] = String(subject).split(":");
      return { ...body, scope, subject_id: id.join(":") };
    },
  };
}

/** Subject and unit of a budget cannot change. */
function budgetFields(page: SignedIn, budget: Budget | undefined): readonly Field[] {
  const kept = budget && [`${budget.scope}:${budget.subject_id}`, budget.unit];
  return newBudgetFields(page).map((field) =>
    kept && field.kind === "select"
      ? { ...field, options: field.options?.filter(({ value }) => kept.includes(value)) ?? [] }
      : field,
  );
}

function newBudgetFields({ records, words, format }: SignedIn): readonly Field[] {
  const text = words.value;
  return [
    {
      name: "subject_id",
      label: text.budgetFor,
      kind: "select",
      isRequired: true,
      options: [
        ...subjects("sector", text.scopeName.sector, records.sectors.data),
        ...subjects("profile", text.scopeName.profile, records.profiles.data),
        ...subjects(
          "user",
          text.scopeName.user,
          records.users.data?.map(({ id, name, login }) => ({ id, name: `${name} · ${login}` })),
        ),
        ...subjects("token", text.scopeName.token, namedTokens(records)),
      ],
    },
    {
      name: "unit",
      label: text.unit,
      kind: "select",
      isHalf: true,
      options: [
        { value: "money", label: text.unitMoney(format.value.currency) },
        { value: "tokens", label: text.unitTokens },
      ],
    },
    {
      name: "limit",
      label: text.monthlyLimit,
      hint: text.monthlyLimitHint,
      kind: "decimal",
      isHalf: true,
      isRequired: true,
    },
    { name: "warn_at", label: text.warnAt, hint: text.warnAtHint, kind: "percents" },
  ];
}

/** Names tokens; owner and last characters distinguish tokens with the same name. */
function namedTokens({ tokens, users }: Records): readonly { id: string; name: string }[] {
  const live = tokens.data?.filter((token) => token.revoked_at === null) ?? [];
  return live.map(({ id, name, prefix, user_id: owner }) => {
    const who = users.data?.find((user) => user.id === owner)?.name;
    return { id, name: [name, who, prefix.slice(-5)].filter(Boolean).join(" · ") };
  });
}

function subjects(
  scope: Budget["scope"],
  label: string,
  records: readonly { readonly id: string; readonly name: string }[] = [],
): readonly Option[] {
  return records.map(({ id, name }) => ({ value: `${scope}:${id}`, label: `${label}: ${name}` }));
}
