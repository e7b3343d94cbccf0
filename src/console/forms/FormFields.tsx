import type { JSX } from "preact";
import { useId } from "preact/hooks";

import { FieldInput } from "./FieldInput.tsx";
import type { Field } from "./fields.ts";
import type { FormState } from "./formState.ts";
import { RowsField } from "./RowsField.tsx";

export function FormFields({ form }: { readonly form: FormState }): JSX.Element {
  const groups = [...new Set(form.fields.map(({ group }) => group))];
  return (
    <>
      {groups.map((group) => {
        const fields = form.fields.filter((field) => field.group === group);
        const list = fields.map((field) => (
          <FormField key={field.name} form={form} field={field} />
        ));
        return group === undefined ? (
          <div class="fields" key="">
            {list}
          </div>
        ) : (
          <fieldset class="fields" key={group}>
            <legend>{group}</legend>
            {list}
          </fieldset>
        );
      })}
    </>
  );
}

interface FormFieldProps {
  readonly form: FormState;
  readonly field: Field;
}

function FormField({ form, field }: FormFieldProps): JSX.Element {
  const id = useId();
  if (field.kind === "rows") {
    return <RowsField form={form} field={field} />;
  }
  const problem = form.problem(field.name);
  const value = form.values[field.name] ?? "";
  const shown = field.optionsFor ? { ...field, options: field.optionsFor(form.values) } : field;
  const input = (
    <FieldInput
      {...{ id, problem, value }}
      field={shown}
      onInput={(changed) => form.set(field.name, changed)}
    />
  );
  const label = <label for={id}>{field.label}</label>;
  return (
    <div class={`form-field ${field.kind} ${field.isHalf === true ? "half" : ""}`}>
      {field.kind === "check" ? [input, label] : [label, input]}
      {field.hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      <p class="problem" id={`${id}-problem`} aria-live="polite">
        {problem}
      </p>
    </div>
  );
}
