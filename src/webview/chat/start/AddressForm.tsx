import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import { Icon } from "../../kit/Icon.tsx";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { addressProblemText } from "./addressProblem.ts";

export interface AddressFormProps {
  readonly value: string;
  readonly problem?: string;
  readonly isPrimary?: boolean;
}

export function AddressForm(props: AddressFormProps): JSX.Element {
  const words = useWords();
  return usePage().state.view.value.isAddressLocked ? (
    <p class="hint">{`${words.hubAddress}: ${words.setByOrganisation}`}</p>
  ) : (
    <Form {...props} />
  );
}

/** The host checks the address; an error is shown below the field. */
function Form({ value, problem, isPrimary }: AddressFormProps): JSX.Element {
  const words = useWords();
  const { actions } = usePage();
  const [address, setAddress] = useState(value);
  const [found, setFound] = useState(problem);
  const id = useId();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const reason = address.trim() === "" ? "empty" : await actions.setBaseUrl(address);
    setFound(reason === undefined ? undefined : addressProblemText(reason, words));
  };
  return (
    <form class="address" noValidate onSubmit={(event) => void submit(event)}>
      <label for={id}>{words.hubAddress}</label>
      <div class="address-row">
        <input
          id={id}
          class="field"
          type="text"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          placeholder={words.hubAddressExample}
          value={address}
          aria-invalid={found !== undefined}
          aria-describedby={`${id}-problem`}
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        <button type="submit" class={isPrimary === true ? "button" : "button quiet"}>
          {words.connect}
        </button>
      </div>
      <p id={`${id}-problem`} class="problem" role="alert">
        {found !== undefined && <Icon name="warning" />}
        {found}
      </p>
    </form>
  );
}
