import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { ExchangeView } from "../../../../shared/sellerPage/sellerExchange.ts";
import type { SellerListId } from "../../../../shared/sellerPage/sellerState.ts";
import { visibleLines } from "../../../../shared/text/visibleText.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { VisibleText } from "../../../tools/VisibleText.tsx";
import { indentJson } from "../../indentJson.ts";
import { useSellerPage } from "../../sellerPage.ts";

type Shown = Extract<ExchangeView, { ok: true }>;

/** Draws text from outside as plain text only. */
export function ResponsePane(): JSX.Element | null {
  const { exchange } = useSellerPage();
  const view = exchange.view.value;
  return view ? <Pane key={`${view.at} ${view.url}`} view={view} /> : null;
}

function Pane({ view }: { readonly view: Shown }): JSX.Element {
  const { words, format, exchange } = useSellerPage();
  const pane = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    pane.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) {
        opener.focus();
      }
    };
  }, []);
  return (
    <aside
      ref={pane}
      class="response-pane"
      tabIndex={-1}
      aria-label={words.showExchange}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          exchange.close();
        }
      }}
    >
      <header class="response-header">
        <h2>{view.title}</h2>
        <span class="quiet">{format.moment(view.at)}</span>
        <IconButton icon="close" label={words.close} onClick={() => exchange.close()} />
      </header>
      <div class="response-sides">
        <Request view={view} />
        <Answer view={view} />
      </div>
    </aside>
  );
}

function Request({ view }: { readonly view: Shown }): JSX.Element {
  const { words } = useSellerPage();
  return (
    <section class="response-side" aria-label={words.exchangeRequest}>
      <div class="response-bar">
        <h3>{words.exchangeRequest}</h3>
        <CopyButton part="request" label={words.copyRequest} />
      </div>
      <p class="plan-request">
        <code>
          {view.method} {view.url}
        </code>
      </p>
      {view.wire && <Headers lines={view.wire.requestHeaders} />}
      <Body text={view.requestBody} label={words.exchangeRequest} />
    </section>
  );
}

function Answer({ view }: { readonly view: Shown }): JSX.Element {
  const { words } = useSellerPage();
  const { wire, status, failure } = view;
  return (
    <section class="response-side answer" aria-label={words.exchangeAnswer}>
      <AnswerBar view={view} />
      {failure !== undefined && <p class="problem error">{failure}</p>}
      {!wire && <p class="quiet">{words.exchangeFromJournal}</p>}
      {wire && <Headers lines={wire.answerHeaders} />}
      {status !== undefined && <Body text={view.answer} label={words.exchangeAnswer} />}
      {view.isCut && <p class="quiet">{words.exchangeCut}</p>}
    </section>
  );
}

function AnswerBar({
  view: { wire, status, answer, list },
}: {
  readonly view: Shown;
}): JSX.Element {
  const { words, format } = useSellerPage();
  const size = wire?.bytes === undefined ? undefined : format.size(wire.bytes);
  return (
    <div class="response-bar">
      <h3>{words.exchangeAnswer}</h3>
      {status !== undefined && <strong>HTTP {status}</strong>}
      {wire && <span class="quiet">{words.exchangeFacts(format.count(wire.ms), size)}</span>}
      {answer !== undefined && <Forms />}
      {list !== undefined && answer !== undefined && <NotMyList list={list} />}
    </div>
  );
}

function NotMyList({ list }: { readonly list: SellerListId }): JSX.Element {
  const { words, lists, exchange } = useSellerPage();
  const choose = async (): Promise<void> => {
    exchange.close();
    await lists[list].choose();
  };
  return (
    <button type="button" class="button small quiet" onClick={() => void choose()}>
      {words.notMyList}
    </button>
  );
}

function Forms(): JSX.Element {
  const { words, exchange } = useSellerPage();
  const isRaw = exchange.isRaw.value;
  const choose = (raw: boolean, label: string): JSX.Element => (
    <button
      type="button"
      class="button small quiet"
      aria-pressed={isRaw === raw}
      onClick={() => {
        exchange.isRaw.value = raw;
      }}
    >
      {label}
    </button>
  );
  return (
    <span class="response-forms">
      {choose(false, words.exchangePretty)}
      {choose(true, words.exchangeRaw)}
      <CopyButton part="answer" label={words.copyAnswer} />
    </span>
  );
}

function CopyButton({
  part,
  label,
}: {
  readonly part: "request" | "answer";
  readonly label: string;
}): JSX.Element {
  const { words, host, report } = useSellerPage();
  const copy = async (): Promise<void> =>
    report(await host.copyExchange({ part }), words.copiedExchange);
  return <IconButton icon="copy" label={label} onClick={() => void copy()} />;
}

function Headers({
  lines,
}: {
  readonly lines: NonNullable<Shown["wire"]>["answerHeaders"];
}): JSX.Element | null {
  const { words, format } = useSellerPage();
  return lines.length === 0 ? null : (
    <details>
      <summary>{words.exchangeHeaders(format.count(lines.length))}</summary>
      <dl class="response-headers">
        {lines.map(({ name, value }, index) => (
          <div key={index}>
            <dt>
              <VisibleText text={name} />
            </dt>
            <dd>
              <VisibleText text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Body({
  text,
  label,
}: {
  readonly text: string | undefined;
  readonly label: string;
}): JSX.Element {
  const { words, exchange } = useSellerPage();
  if (text === undefined || text === "") {
    return <p class="quiet">{words.noBody}</p>;
  }
  return (
    <pre class="response-body" tabIndex={0} aria-label={label}>
      {visibleLines(exchange.isRaw.value ? text : indentJson(text))}
    </pre>
  );
}
