import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import { fimForms } from "../../../shared/hubApi/fimForms.ts";
import { type SignedIn, useSignedIn } from "../../app/console.ts";
import type { Format } from "../../app/format.ts";
import type { Model } from "../../data/types.ts";
import type { Field, Option } from "../../forms/fields.ts";
import type { Body } from "../../forms/values.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { Tag } from "../../parts/Tag.tsx";
import type { Words } from "../../words/en.ts";
import type { RecordForm } from "../records/RecordDialog.tsx";
import { optionsOf } from "../records/recordFields.ts";
import { RecordsView } from "../records/RecordsView.tsx";
import { stateColumn } from "../records/stateColumn.tsx";

export function ModelsView(): JSX.Element {
  const page = useSignedIn();
  const { records } = page;
  const text = page.words.value;
  const format = page.format.value;
  useEffect(() => {
    records.upstreams.want();
    records.budgets.want();
    records.settings.want();
  }, [records]);
  const columns = useMemo(() => modelColumns(text, format), [text, format]);
  return (
    <RecordsView
      title={text.models}
      lead={text.modelsLead}
      list={records.models}
      columns={columns}
      form={(model) => modelForm(page, model)}
      sort={{ id: "id", isDescending: false }}
      exportName="models"
      newLabel={text.newModel}
      removal={({ id, is_edited: isEdited }) =>
        isEdited
          ? {
              label: text.forgetEdits,
              title: text.forgetEditsOf(id),
              question: text.forgetEditsQuestion,
              path: `models/${encodeURIComponent(id)}`,
            }
          : undefined
      }
      empty={text.modelsEmpty}
    >
      <UnpricedNote />
    </RecordsView>
  );
}

function UnpricedNote(): JSX.Element | null {
  const { records, words, format } = useSignedIn();
  const text = words.value;
  const hasMoneyBudget = records.budgets.data?.some(({ unit }) => unit === "money") === true;
  const count = records.models.data?.filter((model) => isUnpriced(model)).length ?? 0;
  if (!hasMoneyBudget || count === 0) {
    return null;
  }
  const shown = format.value.count(count);
  return (
    <p class="note warn" role="status">
      {records.settings.data?.refuses_unpriced === true
        ? text.unpricedRefused(shown)
        : text.unpricedNote(shown)}
    </p>
  );
}

/** True without any price; a price of 0 is a price. */
function isUnpriced({ price, tiers, is_active: isActive }: Model): boolean {
  return isActive && !price && tiers[0]?.from_input_tokens !== 0;
}

function modelColumns(text: Words, format: Format): readonly Column<Model>[] {
  const price = (id: "input" | "output", label: string): Column<Model> => ({
    id,
    label,
    isNumber: true,
    value: (model) => (model.price ? Number(model.price[id]) : undefined),
    cell: (model) => {
      if (model.price) {
        return format.money(model.price[id]);
      }
      return isUnpriced(model) ? <Tag look="warn">{text.noPrice}</Tag> : "—";
    },
  });
  return [
    { id: "id", label: text.model, value: ({ id }) => id },
    { id: "name", label: text.name, isMinor: true, value: ({ name }) => name },
    {
      id: "where",
      label: text.runsOn,
      value: (model) =>
        model.in_house ? `${model.owned_by} (${text.inHouseYes})` : model.owned_by,
    },
    price("input", text.priceInput),
    price("output", text.priceOutput),
    {
      id: "context",
      label: text.contextLength,
      isNumber: true,
      isMinor: true,
      value: (model) => model.context_length ?? undefined,
      cell: ({ context_length: length }) =>
        length === null || length === undefined ? "—" : format.count(length),
    },
    stateColumn(text),
  ];
}

function modelForm(page: SignedIn, model: Model | undefined): RecordForm {
  const text = page.words.value;
  const idField: Field = {
    name: "id",
    label: text.modelId,
    hint: text.modelIdHint,
    kind: "text",
    isRequired: true,
    maxLength: 200,
  };
  return {
    title: model ? text.editOf(model.id) : text.newModel,
    submit: model ? text.save : text.createModel,
    fields: [...(model ? [] : [idField]), ...modelFields(page)],
    record: {
      is_active: true,
      ...model,
      prompt_cache: model?.prompt_cache ?? true,
      fallbacks: model?.fallbacks?.map((one) => ({ ...one, in_house: one.in_house ? "yes" : "" })),
    },
    method: "PUT",
    path: (body) => `models/${encodeURIComponent(String(body["id"]))}`,
    finish: (body) => finishModel(body, model?.id),
  };
}

/** A price without any amount is sent as null. */
function finishModel(body: Body, id: string | undefined): Body {
  const { fallbacks } = body;
  return {
    ...withPrice(body),
    ...(Array.isArray(fallbacks) && {
      fallbacks: fallbacks
        .map(withPrice)
        .map((one) => ({ ...one, in_house: one["in_house"] === "yes" })),
    }),
    ...(id === undefined ? {} : { id }),
  };
}

function withPrice(priced: Body): Body {
  const { price } = priced;
  const isPriced =
    typeof price === "object" &&
    price !== null &&
    Object.values(price).some((part) => part !== null);
  return { ...priced, price: isPriced ? price : null };
}

function modelFields({ records, words, format }: SignedIn): readonly Field[] {
  const text = words.value;
  return [
    { name: "name", label: text.displayName, kind: "text", maxLength: 100 },
    {
      name: "upstream_id",
      label: text.upstream,
      kind: "select",
      isHalf: true,
      optionsFor: () => [{ value: "", label: text.asListed }, ...optionsOf(records.upstreams.data)],
    },
    {
      name: "upstream_model",
      label: text.upstreamModel,
      kind: "text",
      isHalf: true,
      maxLength: 200,
    },
    { name: "in_house", label: text.inHouse, hint: text.inHouseHint, kind: "check" },
    { name: "upstream_weight", label: text.weight, hint: text.weightHint, kind: "count" },
    fallbackField(text, optionsOf(records.upstreams.data)),
    { name: "context_length", label: text.contextLength, kind: "count", isHalf: true },
    { name: "max_output_tokens", label: text.maxOutput, kind: "count", isHalf: true },
    {
      name: "fim",
      label: text.fim,
      hint: text.fimHint,
      kind: "select",
      options: [
        { value: "", label: text.fimTold },
        ...fimForms.map((value) => ({ value, label: text.fimName[value] })),
      ],
    },
    {
      name: "prompt_cache",
      label: text.promptCache,
      hint: text.promptCacheHint,
      kind: "check",
    },
    ...priceFields(text, text.priceGroup(format.value.currency)),
    {
      name: "tiers",
      label: text.tiers,
      hint: text.tiersHint,
      kind: "rows",
      group: text.tiers,
      columns: [
        {
          name: "from_input_tokens",
          label: text.fromInputTokens,
          kind: "count",
          isRequired: true,
        },
        ...priceFields(text),
      ],
    },
    { name: "is_active", label: text.modelActive, kind: "check" },
  ];
}

function fallbackField(text: Words, upstreams: readonly Option[]): Field {
  return {
    name: "fallbacks",
    label: text.fallbacks,
    hint: text.fallbacksHint,
    kind: "rows",
    group: text.fallbacks,
    columns: [
      {
        name: "upstream_id",
        label: text.upstream,
        kind: "select",
        isRequired: true,
        options: upstreams,
      },
      { name: "upstream_model", label: text.upstreamModel, kind: "text", maxLength: 200 },
      { name: "weight", label: text.weight, kind: "count" },
      {
        name: "in_house",
        label: text.inHouse,
        kind: "select",
        options: [
          { value: "", label: text.inHouseNo },
          { value: "yes", label: text.inHouseYes },
        ],
      },
      ...priceFields(text).map((field) => ({ ...field, isRequired: false })),
    ],
  };
}

function priceFields(text: Words, group?: string): readonly Field[] {
  const shared = {
    kind: "decimal",
    isHalf: true,
    ...(group === undefined ? {} : { group }),
  } as const;
  const isRequired = group === undefined;
  return [
    { ...shared, name: "price.input", label: text.priceInput, isRequired },
    { ...shared, name: "price.cached_input", label: text.priceCached },
    { ...shared, name: "price.cache_write", label: text.priceCacheWrite },
    { ...shared, name: "price.cache_write_hour", label: text.priceCacheWriteHour },
    { ...shared, name: "price.output", label: text.priceOutput, isRequired },
  ];
}
