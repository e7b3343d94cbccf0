import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";

import { useSignedIn } from "../../app/console.ts";
import { anything } from "../../data/api.ts";
import type { Resource } from "../../data/resource.ts";
import type { Field } from "../../forms/fields.ts";
import { FormDialog } from "../../forms/FormDialog.tsx";
import { FormState } from "../../forms/formState.ts";
import { type Body, changesOf } from "../../forms/values.ts";

export interface RecordForm {
  readonly title: string;
  readonly submit: string;
  readonly fields: readonly Field[];
  readonly record?: unknown;
  readonly method: "POST" | "PATCH" | "PUT";
  readonly path: (body: Body) => string;
  readonly finish?: (body: Body) => Body;
  readonly onSaved?: (answer: unknown) => void;
  readonly children?: ComponentChildren;
  /** Content below the fields. */
  readonly after?: (state: FormState) => ComponentChildren;
}

export interface RecordDialogProps {
  readonly form: RecordForm;
  readonly list: Resource<readonly unknown[]>;
  readonly onClose: () => void;
}

export function RecordDialog({ form, list, onClose }: RecordDialogProps): JSX.Element {
  const { api, words, format, spoken } = useSignedIn();
  const state = useMemo(() => {
    const finish = (body: Body): Body => form.finish?.(body) ?? body;
    const created: FormState = new FormState({
      fields: () => form.fields,
      record: form.record,
      context: () => ({ words: words.value, format: format.value }),
      send: async (body) => {
        const finished = finish(body);
        const { method } = form;
        const sent =
          method === "PATCH" ? changesOf(finished, finish(created.initialBody())) : finished;
        if (Object.keys(sent).length > 0) {
          const change = { method, path: form.path(finished), body: sent };
          const answer = await api.change(change, anything);
          await list.load();
          form.onSaved?.(answer);
        }
        spoken.value = words.value.saved;
      },
    });
    return created;
  }, [form]);
  return (
    <FormDialog
      title={form.title}
      submit={form.submit}
      form={state}
      after={form.after?.(state)}
      onClose={onClose}
    >
      {form.children}
    </FormDialog>
  );
}
