import type { JSX } from "preact";

import {
  sellerLists,
  type SellerPlace,
  sellerPlaces,
} from "../../../shared/sellerPage/sellerState.ts";
import { OrdersPlace } from "../orders/OrdersPlace.tsx";
import { useSellerPage } from "../sellerPage.ts";
import { EnvironmentBar } from "./EnvironmentBar.tsx";
import { FormPane } from "./forms/FormPane.tsx";
import { ResponsePane } from "./forms/ResponsePane.tsx";
import { ImportPlace } from "./import/ImportPlace.tsx";
import { JournalPlace } from "./journal/JournalPlace.tsx";
import { ListPlace } from "./list/ListPlace.tsx";

export function SellerApp(): JSX.Element {
  const { words, state, notice } = useSellerPage();
  return (
    <main class="seller" aria-label={words.sellerPortal}>
      <h1 class="unseen">{words.sellerPortal}</h1>
      {state.value && <Body />}
      <p class={notice.value === "" ? "notice unseen" : "notice"} role="status">
        {notice.value}
      </p>
    </main>
  );
}

function Body(): JSX.Element {
  const { words, state, form } = useSellerPage();
  const { environments, place, problems } = state.value ?? {
    environments: [],
    place: "listProducts" as const,
    problems: [],
  };
  const isFormOpen =
    form.form.value !== undefined &&
    (form.place.value === place || form.leaving.value !== undefined);
  return (
    <>
      <EnvironmentBar />
      {problems.length > 0 && (
        <ul class="setting-problems" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <Places current={place} />
      {environments.length === 0 && place !== "journal" ? (
        <NoEnvironments />
      ) : (
        <div class={isFormOpen ? "place with-form" : "place"}>
          <section class="place-main" aria-label={words[place]}>
            <Place place={place} />
          </section>
          {isFormOpen && <FormPane />}
        </div>
      )}
      <ResponsePane />
    </>
  );
}

function Place({ place }: { readonly place: SellerPlace }): JSX.Element {
  const { lists } = useSellerPage();
  const list = sellerLists.find((known) => known === place);
  if (list) {
    return <ListPlace key={list} store={lists[list]} />;
  }
  switch (place) {
    case "orders":
      return <OrdersPlace />;
    case "import":
      return <ImportPlace />;
    default:
      return <JournalPlace />;
  }
}

function Places({ current }: { readonly current: SellerPlace }): JSX.Element {
  const { words, host, form, product } = useSellerPage();
  const go = (place: SellerPlace): void => {
    if (place !== current) {
      if (!form.isDirty.value) {
        form.close();
      }
      product.close();
      void host.goTo({ place });
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = sellerPlaces[sellerPlaces.indexOf(current) + step];
    if (step !== 0 && next) {
      event.preventDefault();
      go(next);
      document.querySelector<HTMLElement>(`#place-${next}`)?.focus();
    }
  };
  return (
    <div class="places" role="tablist" aria-label={words.places} onKeyDown={onKeyDown}>
      {sellerPlaces.map((place) => (
        <button
          key={place}
          type="button"
          id={`place-${place}`}
          role="tab"
          class={place === current ? "place-tab current" : "place-tab"}
          aria-selected={place === current}
          tabIndex={place === current ? 0 : -1}
          onClick={() => go(place)}
        >
          {words[place]}
        </button>
      ))}
    </div>
  );
}

function NoEnvironments(): JSX.Element {
  const { words, host } = useSellerPage();
  return (
    <div class="empty">
      <h2>{words.noEnvironments}</h2>
      <p>{words.noEnvironmentsText}</p>
      <button type="button" class="button" onClick={() => void host.addEnvironment({})}>
        {words.addEnvironment}
      </button>
    </div>
  );
}
