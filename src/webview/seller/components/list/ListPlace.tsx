import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import type { ListView, SellerListId } from "../../../../shared/sellerPage/sellerState.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import type { ListStore } from "../../listStore.ts";
import { useSellerPage } from "../../sellerPage.ts";
import { RawAnswer } from "../parts/RawAnswer.tsx";
import { BulkBar } from "./BulkBar.tsx";
import { ProductPage, ReadingProduct } from "./ProductPage.tsx";
import { VirtualTable } from "./VirtualTable.tsx";

export function ListPlace({ store }: { readonly store: ListStore }): JSX.Element {
  const { state, product } = useSellerPage();
  const view = store.view.value;
  const selectedId = state.value?.selectedId;
  useEffect(() => {
    if (selectedId !== undefined && store.view.peek() === undefined) {
      void store.open(false);
    }
  }, [store, selectedId, view]);
  if (product.view.value) {
    return <ProductPage view={product.view.value} />;
  }
  return (
    <>
      <ListBar store={store} view={view} />
      <BulkBar store={store} />
      <ListBody store={store} view={view} />
    </>
  );
}

interface ListProps {
  readonly store: ListStore;
  readonly view: ListView | undefined;
}

function ListBar({ store, view }: ListProps): JSX.Element {
  const { words, form, host, notice, product, report } = useSellerPage();
  const copyAll = async (): Promise<void> => {
    notice.value = words.copied(await store.copy(undefined));
  };
  const isOk = view?.ok === true;
  return (
    <div class="toolbar" role="toolbar" aria-label={words[store.list]}>
      <input
        class="field search"
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={store.query.value.search}
        onInput={(event) => store.search(event.currentTarget.value)}
      />
      {isOk && (
        <button
          type="button"
          class="button small"
          onClick={() => void form.open({ call: view.form })}
        >
          {words.newEntry}
        </button>
      )}
      {hasProducts(store.list) && (
        <IconButton
          icon="book"
          label={words.openProduct}
          isDisabled={!isOk || store.matching.value === 0 || product.isReading.value}
          onClick={() => void product.open({ query: store.query.value, index: store.active.value })}
        />
      )}
      <IconButton
        icon="refresh"
        label={words.refresh}
        isDisabled={store.isReading.value}
        onClick={() => void store.open(true)}
      />
      <IconButton
        icon="copy"
        label={words.copyAll}
        isDisabled={!isOk}
        onClick={() => void copyAll()}
      />
      <IconButton
        icon="export"
        label={words.exportCsv}
        isDisabled={!isOk}
        onClick={() => void host.exportList({ list: store.list }).then(report)}
      />
      <CallButtons store={store} view={view} />
      {product.isReading.value ? <ReadingProduct /> : <Counts store={store} view={view} />}
    </div>
  );
}

function hasProducts(list: SellerListId): boolean {
  return list === "listProducts" || list === "listStock" || list === "listPrices";
}

function CallButtons({ store: { list }, view }: ListProps): JSX.Element {
  const { words, snippet, exchange } = useSellerPage();
  return (
    <>
      <IconButton
        icon="code"
        label={words.snippet}
        onClick={() => void snippet({ kind: "list", list }, "clipboard")}
      />
      <IconButton
        icon="diff"
        label={words.showExchange}
        isDisabled={view === undefined}
        onClick={() => void exchange.open({ kind: "list", list })}
      />
    </>
  );
}

function Counts({ store, view }: ListProps): JSX.Element | null {
  const { words, format } = useSellerPage();
  if (view?.ok === true && store.isReading.value) {
    return (
      <span class="quiet counts">
        <Reading store={store} />
      </span>
    );
  }
  return view?.ok === true ? (
    <span class="quiet counts" role="status">
      {words.rowsOf(format.count(store.matching.value), format.count(view.total))}
      {view.missing && (
        <strong class="incomplete">
          {" · "}
          {words.incompleteList(
            format.count(view.total),
            view.missing.of === undefined ? undefined : format.count(view.missing.of),
          )}
        </strong>
      )}
      {" · "}
      {words.readAt(format.time(view.readAt))}
      {view.canChoose === true && <Choice store={store} isChosen={view.isChosen === true} />}
    </span>
  ) : null;
}

function Choice({
  store,
  isChosen,
}: Pick<ListProps, "store"> & { readonly isChosen: boolean }): JSX.Element {
  const { words } = useSellerPage();
  return (
    <>
      {" · "}
      {isChosen && <>{words.readAsChosen} </>}
      <button type="button" class="button small quiet" onClick={() => void store.choose()}>
        {isChosen ? words.changeChoice : words.notMyList}
      </button>{" "}
      {isChosen && <Forget store={store} />}
    </>
  );
}

function Forget({ store }: Pick<ListProps, "store">): JSX.Element {
  const { words } = useSellerPage();
  return (
    <button type="button" class="button small quiet" onClick={() => void store.forgetChoice()}>
      {words.forgetChoice}
    </button>
  );
}

function Reading({ store }: Pick<ListProps, "store">): JSX.Element {
  const { words, format } = useSellerPage();
  const progress = store.progress.value;
  return (
    <>
      <span role="status">
        {progress
          ? words.readingOf(
              format.count(progress.read),
              progress.total === undefined ? undefined : format.count(progress.total),
            )
          : words.reading}
      </span>{" "}
      {store.isReading.value && (
        <button type="button" class="button small quiet" onClick={() => store.cancel()}>
          {words.cancel}
        </button>
      )}
    </>
  );
}

function ListBody({ store, view }: ListProps): JSX.Element {
  const { words } = useSellerPage();
  if (view === undefined || (store.isReading.value && !view.ok)) {
    return (
      <div class="empty">
        <Reading store={store} />
        <span class="progress" />
      </div>
    );
  }
  if (!view.ok) {
    return (
      <div class="empty" role="alert">
        <p>{view.message}</p>
        <RawAnswer answer={view.answer} />
        {view.canChoose === true && (
          <button type="button" class="button" onClick={() => void store.choose()}>
            {words.whereIsList}
          </button>
        )}
        {view.isChosen === true && <Forget store={store} />}
        <button type="button" class="button quiet" onClick={() => void store.open(true)}>
          {words.tryAgain}
        </button>
      </div>
    );
  }
  if (view.total === 0) {
    return <p class="empty">{words.emptyList}</p>;
  }
  return <VirtualTable store={store} view={view} />;
}
