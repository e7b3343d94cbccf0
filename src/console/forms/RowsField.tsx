import type { JSX } from "preact";
import { useId } from "preact/hooks";

import { useConsole } from "../app/console.ts";
import { Button, IconButton } from "../parts/Button.tsx";
import { FieldInput } from "./FieldInput.tsx";
import type { Field, RowValue } from "./fields.ts";
import type { FormState } from "./formState.ts";

const maxRows = 10;

export function RowsField({
  form,
  field,
}: {
  readonly form: FormState;
  readonly field: Field;
}): JSX.Element {
  const words = useConsole().words.value;
  const id = useId();
  const { columns = [], name, label } = field;
  const value = form.values[name];
  const rows: readonly RowValue[] = Array.isArray(value) ? value : [];
  const problem = form.problem(name);
  const setCell = (index: number, column: string, text: string): void =>
    form.set(
      name,
      rows.with(index, { ...rows[index], [column]: text }),
      `${name}.${index}.${column}`,
    );
  return (
    <div class="rows" role="group" aria-label={label}>
      {field.hint !== undefined && <p class="hint">{field.hint}</p>}
      {rows.map((row, index) => (
        // A line has no id of its own.
        <div class="rows-line" key={index}>
          {columns.map((column) => {
            const cellId = `${id}-${index}-${column.name}`;
            const found = form.problem(`${name}.${index}.${column.name}`);
            return (
              <div class="form-field" key={column.name}>
                <label for={cellId}>{column.label}</label>
                <FieldInput
                  id={cellId}
                  field={column}
                  value={row[column.name] ?? ""}
                  problem={found}
                  onInput={(text) => setCell(index, column.name, String(text))}
                />
                <p class="problem" id={`${cellId}-problem`}>
                  {found}
                </p>
              </div>
            );
          })}
          <IconButton
            icon="close"
            label={words.removeLine(String(index + 1))}
            onClick={() => form.set(name, rows.toSpliced(index, 1))}
          />
        </div>
      ))}
      <p class="problem">{problem}</p>
      {rows.length < maxRows && (
        <Button icon="plus" onClick={() => form.set(name, [...rows, {}])}>
          {words.addLine}
        </Button>
      )}
    </div>
  );
}
