import type { ComponentChildren, JSX } from "preact";

import type { OrderParts } from "../../../shared/sellerPage/order.ts";
import { breakable } from "../../kit/breakable.tsx";
import { VisibleText } from "../../tools/VisibleText.tsx";
import { useSellerPage } from "../sellerPage.ts";

export function OrderPage({ order }: { readonly order: OrderParts }): JSX.Element {
  const { words } = useSellerPage();
  return (
    <div class="scroll product order" tabIndex={0} role="group" aria-label={words.orders}>
      <Head order={order} />
      {order.items.length > 0 && <Items items={order.items} />}
      <div class="order-parts">
        <Delivery order={order} />
        <History history={order.history} />
      </div>
      <OtherFields fields={order.fields} />
      <details>
        <summary>JSON</summary>
        <pre class="portal-answer" tabIndex={0} aria-label="JSON">
          {order.json}
        </pre>
      </details>
    </div>
  );
}

function Head({
  order: { numeroPedido, status, at, total, customer },
}: {
  readonly order: OrderParts;
}): JSX.Element {
  const { words, format } = useSellerPage();
  const facts = [
    [words.orderStatus, status ?? "", "order-status"],
    [words.orderDate, format.cell(at, "timestamp"), undefined],
    [words.orderTotal, format.cell(total, "decimal"), undefined],
    [words.orderCustomer, customer ?? "", undefined],
  ] as const;
  return (
    <>
      <h2>{words.orderTitle(numeroPedido)}</h2>
      <dl class="order-head">
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value, style]) => (
            <div key={name}>
              <dt class="quiet">{name}</dt>
              <dd class={style}>
                <VisibleText text={value} />
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}

function Items({ items }: Pick<OrderParts, "items">): JSX.Element {
  const { words, format } = useSellerPage();
  return (
    <section>
      <h3>{words.orderItems}</h3>
      <div
        class="product-states order-items"
        tabIndex={0}
        role="group"
        aria-label={words.orderItems}
      >
        <table class="changes">
          <thead>
            <tr>
              <th scope="col">{words.itemProduct}</th>
              {[words.itemQuantity, words.itemPrice, words.itemTotal].map((title) => (
                <th key={title} scope="col" class="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ sku, code, name, quantity, price, total }, index) => (
              <tr key={`${index}`}>
                <th scope="row">
                  <VisibleText text={String(name ?? sku ?? code ?? "–")} />
                  <span class="quiet order-codes">
                    <VisibleText text={[sku, code].filter((one) => one !== null).join(" · ")} />
                  </span>
                </th>
                <td class="number">{format.cell(quantity, "integer")}</td>
                <td class="number">{format.cell(price, "decimal")}</td>
                <td class="number">{format.cell(total, "decimal")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Delivery({
  order: { address, tracking },
}: {
  readonly order: OrderParts;
}): JSX.Element | null {
  const { words } = useSellerPage();
  const lines = [tracking.carrier, tracking.code, tracking.url].flatMap((value) =>
    value === null ? [] : [String(value)],
  );
  return (
    <>
      <Part title={words.orderAddress} lines={address} />
      <Part title={words.orderTracking} lines={lines} />
    </>
  );
}

function Part({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly string[];
}): JSX.Element | null {
  return lines.length === 0 ? null : (
    <Section title={title}>
      {lines.map((line, index) => (
        <p key={`${index}`}>
          <VisibleText text={line} />
        </p>
      ))}
    </Section>
  );
}

function History({ history }: Pick<OrderParts, "history">): JSX.Element | null {
  const { words, format } = useSellerPage();
  return history.length === 0 ? null : (
    <Section title={words.orderHistory}>
      <ol class="order-history">
        {history.map(({ at, status, by }, index) => (
          <li key={`${index}`}>
            <VisibleText text={status} />{" "}
            <span class="quiet">
              <VisibleText
                text={[format.cell(at, "timestamp"), by ?? ""].filter(Boolean).join(" · ")}
              />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function OtherFields({ fields }: Pick<OrderParts, "fields">): JSX.Element | null {
  const { words, format } = useSellerPage();
  return fields.length === 0 ? null : (
    <Section title={words.orderFields}>
      <table class="record product-fields">
        <tbody>
          {fields.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{breakable(name)}</th>
              <td>
                <VisibleText text={format.cell(value, isMoment(value) ? "timestamp" : "text")} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function isMoment(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(value);
}
