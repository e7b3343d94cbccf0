import type { JSX } from "preact";

import type { FormId } from "../../../shared/sellerPage/sellerState.ts";
import { MoreMenu } from "../components/parts/MoreMenu.tsx";
import { RawAnswer } from "../components/parts/RawAnswer.tsx";
import { useSellerPage } from "../sellerPage.ts";
import { OrderPage } from "./OrderPage.tsx";
import { TrackMany } from "./TrackMany.tsx";

export function OrdersPlace(): JSX.Element {
  const { words, order } = useSellerPage();
  const isMany = order.isTracking;
  return (
    <>
      <form
        class="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          void order.read();
        }}
      >
        <input
          class="field search"
          inputMode="numeric"
          aria-label={words.orderNumber}
          placeholder={words.orderNumber}
          value={order.typed.value}
          onInput={(event) => {
            order.typed.value = event.currentTarget.value;
          }}
        />
        <button type="submit" class="button small" disabled={order.number.value === undefined}>
          {words.lookUp}
        </button>
        <button
          type="button"
          class="button small quiet"
          aria-pressed={isMany.value}
          onClick={() => {
            isMany.value = !isMany.value;
          }}
        >
          {words.trackMany}
        </button>
        <Actions />
      </form>
      {isMany.value ? <TrackMany /> : <Order />}
    </>
  );
}

function Actions(): JSX.Element {
  const { words, order, form, snippet, exchange } = useSellerPage();
  const numeroPedido = order.number.value;
  const open = (call: FormId): void =>
    void form.open({ call, ...(numeroPedido !== undefined && { numeroPedido }) });
  return (
    <>
      <button type="button" class="button small quiet" onClick={() => open("registerTracking")}>
        {words.track}
      </button>
      <MoreMenu
        actions={[
          {
            label: words.snippet,
            isDisabled: numeroPedido === undefined,
            onClick: () =>
              numeroPedido !== undefined &&
              void snippet({ kind: "order", numeroPedido }, "clipboard"),
          },
          {
            label: words.showExchange,
            isDisabled: order.view.value === undefined,
            onClick: () => void exchange.open({ kind: "order" }),
          },
          { label: words.cancelThisOrder, onClick: () => open("cancelOrder") },
        ]}
      />
    </>
  );
}

function Order(): JSX.Element | null {
  const { words, order } = useSellerPage();
  const view = order.view.value;
  if (!view || order.isReading.value) {
    return order.isReading.value ? (
      <p class="empty" role="status">
        {words.reading}
      </p>
    ) : null;
  }
  if (!view.ok) {
    return (
      <div class="empty" role="alert">
        <p>{view.message}</p>
        <RawAnswer answer={view.answer} />
      </div>
    );
  }
  return view.order ? (
    <OrderPage order={view.order} />
  ) : (
    <p class="empty" role="status">
      {words.noSuchOrder}
    </p>
  );
}
