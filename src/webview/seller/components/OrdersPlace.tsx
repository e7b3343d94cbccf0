import type { JSX } from "preact";

import { breakable } from "../../kit/breakable.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { useSellerPage } from "../sellerPage.ts";
import { RawAnswer } from "./RawAnswer.tsx";

export function OrdersPlace(): JSX.Element {
  const { words, order, orderNumber, readOrder, form, snippet, exchange } = useSellerPage();
  const numeroPedido = Number(orderNumber.value.trim());
  const isNumber = /^\s*\d{1,15}\s*$/u.test(orderNumber.value);
  const open = (call: "registerTracking" | "cancelOrder"): void =>
    void form.open({ call, ...(isNumber && { numeroPedido }) });
  return (
    <>
      <form
        class="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          void readOrder();
        }}
      >
        <input
          class="field search"
          inputMode="numeric"
          aria-label={words.orderNumber}
          placeholder={words.orderNumber}
          value={orderNumber.value}
          onInput={(event) => {
            orderNumber.value = event.currentTarget.value;
          }}
        />
        <button type="submit" class="button small" disabled={!isNumber}>
          {words.lookUp}
        </button>
        <button type="button" class="button small quiet" onClick={() => open("registerTracking")}>
          {words.track}
        </button>
        <button type="button" class="button small danger" onClick={() => open("cancelOrder")}>
          {words.cancelOrder}
        </button>
        <IconButton
          icon="code"
          label={words.snippet}
          isDisabled={!isNumber}
          onClick={() => void snippet({ kind: "order", numeroPedido }, "clipboard")}
        />
        <IconButton
          icon="diff"
          label={words.showExchange}
          isDisabled={order.value === undefined}
          onClick={() => void exchange.open({ kind: "order" })}
        />
      </form>
      <Order />
    </>
  );
}

function Order(): JSX.Element | null {
  const { words, order, format } = useSellerPage();
  const view = order.value;
  if (!view) {
    return null;
  }
  if (!view.ok) {
    return (
      <div class="empty" role="alert">
        <p>{view.message}</p>
        <RawAnswer answer={view.answer} />
      </div>
    );
  }
  return view.fields === undefined ? (
    <p class="empty" role="status">
      {words.noSuchOrder}
    </p>
  ) : (
    <div class="scroll" tabIndex={0} role="group" aria-label={words.orders}>
      <table class="record">
        <tbody>
          {view.fields.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{breakable(name)}</th>
              <td>{format.cell(value, isMoment(value) ? "timestamp" : "text")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isMoment(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(value);
}
