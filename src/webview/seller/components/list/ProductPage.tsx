import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import type {
  ProductEntry,
  ProductView,
  StateOfProduct,
} from "../../../../shared/sellerPage/product.ts";
import type { FormId } from "../../../../shared/sellerPage/sellerState.ts";
import { Icon } from "../../../kit/Icon.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { VisibleText } from "../../../tools/VisibleText.tsx";
import { useSellerPage } from "../../sellerPage.ts";

type Shown = Extract<ProductView, { ok: true }>;

export function ProductPage({ view }: { readonly view: ProductView }): JSX.Element {
  const { words, product } = useSellerPage();
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => title.current?.focus(), []);
  return (
    <div
      class="scroll product"
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          product.close();
        }
      }}
    >
      <div class="buttons product-bar">
        <button type="button" class="button small quiet" onClick={() => product.close()}>
          {words.backToList}
        </button>
        <IconButton
          icon="refresh"
          label={words.refresh}
          isDisabled={product.isReading.value}
          onClick={() => void product.refresh()}
        />
        {product.isReading.value ? (
          <ReadingProduct />
        ) : (
          view.ok && view.readAt !== undefined && <Age at={view.readAt} />
        )}
      </div>
      <h2 ref={title} tabIndex={-1}>
        <VisibleText text={view.ok ? view.name : view.message} />
      </h2>
      {view.ok && <Body view={view} />}
    </div>
  );
}

export function ReadingProduct(): JSX.Element {
  const { words, product } = useSellerPage();
  return (
    <span class="quiet">
      <span role="status">{words.reading}</span>{" "}
      <button type="button" class="button small quiet" onClick={() => product.cancel()}>
        {words.cancel}
      </button>
    </span>
  );
}

function Age({ at }: { readonly at: number }): JSX.Element {
  const { words, format, now } = useSellerPage();
  return (
    <span class="quiet" title={format.moment(at)}>
      {words.readAgo(format.age(now.value - at))}
    </span>
  );
}

function Body({ view }: { readonly view: Shown }): JSX.Element {
  const { words, format } = useSellerPage();
  const { key, fields, stock, problems, isIncomplete } = view;
  return (
    <>
      <p class="quiet">
        <VisibleText text={[key.code, key.sellerCode].filter(Boolean).join(" · ")} />
      </p>
      {[...problems, ...(isIncomplete ? [words.isIncompleteProduct] : [])].map((text) => (
        <p key={text} class="problem warning" role="note">
          <Icon name="warning" />
          {text}
        </p>
      ))}
      <section>
        <h3>{words.listStock}</h3>
        <p class="product-line">
          <strong class="product-stock">{format.cell(stock, "integer") || "–"}</strong>
          <Edit view={view} call="updateStock" label={words.editStock} />
        </p>
      </section>
      <States view={view} />
      <section>
        <div class="product-line product-title">
          <h3>{words.productFields}</h3>
          <Edit view={view} call="saveProduct" label={words.editProduct} />
        </div>
        <table class="record product-fields">
          <tbody>
            {fields.map(({ name, label, kind, value }) => (
              <tr key={name}>
                <th scope="row" title={name}>
                  {label}
                </th>
                <td>
                  <VisibleText text={format.cell(value, kind)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function States({ view }: { readonly view: Shown }): JSX.Element {
  const { words } = useSellerPage();
  return (
    <section>
      <h3>{words.listPrices}</h3>
      {view.states.length === 0 ? (
        <p class="quiet">{words.noPrices}</p>
      ) : (
        <div class="product-states" tabIndex={0} role="group" aria-label={words.listPrices}>
          <table class="changes">
            <thead>
              <tr>
                <th scope="col">{words.stateColumn}</th>
                <th scope="col" class="number">
                  {words.priceColumn}
                </th>
                <th scope="col">{words.validColumn}</th>
                <th scope="col" class="number">
                  {words.daysColumn}
                </th>
                <th scope="col" class="number">
                  {words.minimumColumn}
                </th>
                <th scope="col">
                  <span class="unseen">{words.changeColumn}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {view.states.map((state, index) => (
                <StateRow key={`${state.label} ${index}`} view={view} state={state} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function StateRow({
  view,
  state,
}: {
  readonly view: Shown;
  readonly state: StateOfProduct;
}): JSX.Element {
  const { words, format } = useSellerPage();
  const { code, label, price, from, until, days, minimum } = state;
  const validity = [format.cell(from, "timestamp"), format.cell(until, "timestamp")];
  return (
    <tr>
      <th scope="row">{label}</th>
      <td class="number">{format.cell(price, "decimal")}</td>
      <td>{validity[1] === "" ? validity[0] : validity.join(" – ")}</td>
      <td class="number">
        {days ? (days.least === days.most ? days.most : `${days.least}–${days.most}`) : "–"}
      </td>
      <td class="number">{format.cell(minimum, "decimal") || "–"}</td>
      <td>
        <Edit
          view={view}
          call="savePrice"
          price={{ from, ...(code !== undefined && { state: code }) }}
          label={words.editPrice(label)}
        />
      </td>
    </tr>
  );
}

interface EditProps {
  readonly view: Shown;
  readonly call: FormId;
  readonly label: string;
  readonly price?: Pick<ProductEntry, "state" | "from">;
}

function Edit({ view: { key }, call, label, price }: EditProps): JSX.Element {
  const { form } = useSellerPage();
  return (
    <IconButton
      icon="edit"
      label={label}
      onClick={() => void form.open({ call, product: { key, ...price } })}
    />
  );
}
