import type { JSX } from "preact";

import type { FormField } from "../../../../shared/sellerPage/sellerState.ts";
import { breakable } from "../../../kit/breakable.tsx";
import { Icon } from "../../../kit/Icon.tsx";
import { localInput, timestampOf } from "../../cellFormat.ts";
import { useSellerPage } from "../../sellerPage.ts";
import { NamedChoice } from "../parts/NamedChoice.tsx";

export function FormInput({ field }: { readonly field: FormField }): JSX.Element {
  const { words, form, format } = useSellerPage();
  const { name, label, hint, kind } = field;
  const value = form.values.value[name] ?? "";
  const problems = form.problems.value.filter((problem) => problem.field === name);
  const isInvalid = problems.some(({ level }) => level === "error");
  const id = `field-${name}`;
  return (
    <div class="form-field">
      <label for={id} title={hint}>
        {label} <code class="quiet">{breakable(name)}</code>
      </label>
      <Control
        field={field}
        value={value}
        attributes={{
          id,
          "aria-invalid": isInvalid,
          "aria-describedby": `${id}-said`,
          onBlur: () => form.touch(name),
        }}
      />
      <div id={`${id}-said`}>
        {kind === "timestamp" && value !== "" && (
          <p class="quiet hint">{words.inUtc(format.timeZone(), value)}</p>
        )}
        {problems.map(({ level, text }) => (
          <p key={text} class={`problem ${level}`} role={level === "error" ? "alert" : undefined}>
            <Icon name={level === "error" ? "error" : "info"} />
            {level === "warning" && <span class="reading">{words.ourReading}: </span>}
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}

interface ControlProps {
  readonly field: FormField;
  readonly value: string;
  readonly attributes: {
    readonly id: string;
    readonly "aria-invalid": boolean;
    readonly "aria-describedby": string;
    readonly onBlur: () => void;
  };
}

function Control({ field, value, attributes }: ControlProps): JSX.Element {
  const { words, form, format } = useSellerPage();
  const { name, kind, options } = field;
  const set = (text: string): void => form.set(name, text);
  if (kind === "timestamp") {
    return (
      <input
        {...attributes}
        class="field"
        type="datetime-local"
        step="1"
        value={localInput(value, format.timeZone())}
        onInput={(event) => set(timestampOf(event.currentTarget.value, format.timeZone()))}
      />
    );
  }
  if (field.isList === true) {
    return (
      <NamedChoice
        options={options}
        value={value}
        otherLabel={words.statusCode}
        attributes={attributes}
        onChange={set}
      />
    );
  }
  const listId = `${attributes.id}-options`;
  const isNumeric = kind === "integer" || kind === "decimal" || kind === "cep" || kind === "ean13";
  return (
    <>
      <input
        {...attributes}
        class="field"
        type="text"
        inputMode={kind === "decimal" ? "decimal" : isNumeric ? "numeric" : "text"}
        autocomplete="off"
        spellcheck={false}
        value={value}
        {...(options.length > 0 && { list: listId })}
        onInput={(event) => set(event.currentTarget.value)}
      />
      {options.length > 0 && (
        <datalist id={listId}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
