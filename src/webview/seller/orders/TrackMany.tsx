import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

import type { FormField } from "../../../shared/sellerPage/sellerState.ts";
import { NamedChoice } from "../components/parts/NamedChoice.tsx";
import { useSellerPage } from "../sellerPage.ts";

export function TrackMany(): JSX.Element {
  const { words, host, order, report } = useSellerPage();
  const { lines, codigoStatus, nomeTransportadora } = order.tracking.value;
  const set = (change: Partial<typeof order.tracking.value>): void => {
    order.tracking.value = { ...order.tracking.value, ...change };
  };
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
        void order.track().then(report);
      }}
    >
      <Lines value={lines} onChange={(text) => set({ lines: text })} />
      <div class="form-field">
        <label for={`${id}-status`}>{words.orderStatus}</label>
        <NamedChoice
          options={options}
          value={codigoStatus}
          otherLabel={words.statusCode}
          attributes={{ id: `${id}-status` }}
          onChange={(code) => set({ codigoStatus: code })}
        />
      </div>
      <div class="form-field">
        <label for={`${id}-carrier`}>{words.trackCarrier}</label>
        <input
          id={`${id}-carrier`}
          class="field"
          value={nomeTransportadora}
          onInput={(event) => set({ nomeTransportadora: event.currentTarget.value })}
        />
      </div>
      <div class="buttons">
        <button type="submit" class="button" disabled={lines.trim() === ""}>
          {words.reviewChanges}
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            order.isTracking.value = false;
          }}
        >
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
