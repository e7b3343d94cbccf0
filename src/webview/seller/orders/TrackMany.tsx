import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

import type { FormField } from "../../../shared/sellerPage/sellerState.ts";
import { NamedChoice } from "../components/parts/NamedChoice.tsx";
import { useSellerPage } from "../sellerPage.ts";

export function TrackMany({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { words, host, report } = useSellerPage();
  const [lines, setLines] = useState("");
  const [codigoStatus, setStatus] = useState("");
  const [nomeTransportadora, setCarrier] = useState("");
  const [options, setOptions] = useState<FormField["options"]>([]);
  const id = useId();
  useEffect(() => {
    void host.orderStatuses({}).then((known) => setOptions(known.options));
  }, [host]);
  return (
    <form
      class="track-many"
      onSubmit={(event) => {
        event.preventDefault();
        void host.trackOrders({ lines, codigoStatus, nomeTransportadora }).then(report);
      }}
    >
      <Lines value={lines} onChange={setLines} />
      <div class="form-field">
        <label for={`${id}-status`}>{words.orderStatus}</label>
        <NamedChoice
          options={options}
          value={codigoStatus}
          otherLabel={words.statusCode}
          attributes={{ id: `${id}-status` }}
          onChange={setStatus}
        />
      </div>
      <div class="form-field">
        <label for={`${id}-carrier`}>{words.trackCarrier}</label>
        <input
          id={`${id}-carrier`}
          class="field"
          value={nomeTransportadora}
          onInput={(event) => setCarrier(event.currentTarget.value)}
        />
      </div>
      <div class="buttons">
        <button type="submit" class="button" disabled={lines.trim() === ""}>
          {words.reviewChanges}
        </button>
        <button type="button" class="button quiet" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </form>
  );
}

function Lines({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): JSX.Element {
  const { words } = useSellerPage();
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => area.current?.focus(), []);
  return (
    <div class="form-field">
      <label for={id}>{words.trackLines}</label>
      <textarea
        ref={area}
        id={id}
        class="field"
        rows={5}
        spellcheck={false}
        aria-describedby={`${id}-hint`}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="quiet hint">
        {words.trackLinesHint}
      </p>
    </div>
  );
}
