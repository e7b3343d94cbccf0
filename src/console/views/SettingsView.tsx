import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";

import { settingsSchema } from "../../shared/hubApi/hubAdmin.ts";
import { useSignedIn } from "../app/console.ts";
import type { Settings } from "../data/types.ts";
import type { Field } from "../forms/fields.ts";
import { focusProblem } from "../forms/FormDialog.tsx";
import { FormFields } from "../forms/FormFields.tsx";
import { FormState } from "../forms/formState.ts";
import { type Body, changesOf } from "../forms/values.ts";
import { Button } from "../parts/Button.tsx";
import { FailureNote } from "../parts/FailureNote.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import type { Words } from "../words/en.ts";
import { PageHead } from "./parts/PageHead.tsx";
import { optionsOf } from "./records/recordFields.ts";

export function SettingsView(): JSX.Element {
  const { records, words } = useSignedIn();
  useEffect(() => {
    records.profiles.want();
    records.sectors.want();
  }, [records]);
  return (
    <>
      <PageHead title={words.value.settings} lead={words.value.settingsLead} />
      <Loaded resource={records.settings}>
        {(settings) => <SettingsForm key={JSON.stringify(settings)} settings={settings} />}
      </Loaded>
      <p class="quiet">
        {words.value.apiHint} <a href="/hub/admin/v1/openapi.json">{words.value.apiLink}</a>
      </p>
    </>
  );
}

function SettingsForm({ settings }: { readonly settings: Settings }): JSX.Element {
  const { router, words, spoken } = useSignedIn();
  const form = useSettingsForm(settings);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => router.guard(() => form.isChanged), [router, form]);
  const save = async (): Promise<void> => {
    if (await form.submit()) {
      spoken.value = words.value.saved;
    } else {
      focusProblem(element);
    }
  };
  return (
    <form
      ref={element}
      class="settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FormFields form={form} />
      {form.failure && <FailureNote failure={form.failure} />}
      <div class="form-foot">
        <Button look="primary" type="submit" isDisabled={form.isSending || !form.isChanged}>
          {words.value.save}
        </Button>
        {form.isChanged && <span class="quiet">{words.value.unsaved}</span>}
      </div>
    </form>
  );
}

function useSettingsForm(settings: Settings): FormState {
  const { api, records, session, words, format } = useSignedIn();
  return useMemo(() => {
    const form: FormState = new FormState({
      fields: () => [
        ...moneyFields(words.value),
        {
          ...defaultField("default_profile_id", words.value.defaultProfile, records.profiles.data),
          hint: words.value.defaultHint,
        },
        defaultField("default_sector_id", words.value.defaultSector, records.sectors.data),
        {
          name: "retention_days",
          label: words.value.retention,
          hint: words.value.retentionHint,
          kind: "count",
          group: words.value.records,
          isHalf: true,
        },
      ],
      record: settings,
      context: () => ({ words: words.value, format: format.value }),
      send: async (body) => {
        const changes = changesOf(finish(body), finish(form.initialBody()));
        await api.change({ method: "PATCH", path: "settings", body: changes }, settingsSchema);
        await session.refresh();
        await records.settings.load();
      },
    });
    return form;
  }, [settings]);
}

/** Changes the status to a number for the hub. */
function finish(body: Body): Body {
  return { ...body, budget_status: Number(body["budget_status"]) };
}

function defaultField(
  name: string,
  label: string,
  records: readonly { readonly id: string; readonly name: string }[] | undefined,
): Field {
  return {
    name,
    label,
    kind: "select",
    isHalf: true,
    isRequired: true,
    options: optionsOf(records),
  };
}

function moneyFields(text: Words): readonly Field[] {
  return [
    {
      name: "time_zone",
      label: text.timeZone,
      hint: text.timeZoneHint,
      kind: "text",
      isHalf: true,
      isRequired: true,
      maxLength: 100,
      options: Intl.supportedValuesOf("timeZone").map((value) => ({ value, label: value })),
    },
    {
      name: "currency",
      label: text.currency,
      hint: text.currencyHint,
      kind: "text",
      isHalf: true,
      isRequired: true,
      pattern: { test: /^[A-Z]{3}$/u, message: text.currencyProblem },
    },
    {
      name: "budget_status",
      label: text.budgetStatus,
      hint: text.budgetStatusHint,
      kind: "select",
      options: [
        { value: "402", label: "402 Payment Required" },
        { value: "429", label: "429 Too Many Requests" },
      ],
    },
    { name: "refuses_unpriced", label: text.refusesUnpriced, kind: "check" },
  ];
}
