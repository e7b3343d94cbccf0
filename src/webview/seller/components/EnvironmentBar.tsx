import type { JSX } from "preact";

import type { EnvironmentView } from "../../../shared/sellerPage/sellerState.ts";
import { type Option, Select } from "../../../ui/Select.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { useSellerPage } from "../sellerPage.ts";
import { EnvironmentBadge } from "./parts/EnvironmentBadge.tsx";

export function EnvironmentBar(): JSX.Element | null {
  const { words, state, host } = useSellerPage();
  const { environments = [], selectedId } = state.value ?? {};
  const selected = environments.find(({ id }) => id === selectedId);
  if (environments.length === 0) {
    return null;
  }
  return (
    <div class={`environment ${selected?.kind ?? ""}`} role="group" aria-label={words.environment}>
      {selected && <EnvironmentBadge kind={selected.kind} />}
      <Select
        class="environment-choice"
        label={words.environment}
        value={selectedId ?? ""}
        options={[
          ...(selected ? [] : [["", "—"] as const]),
          ...environments.map((one): Option => [one.id, nameOf(one, words)]),
        ]}
        onChange={(id) => void host.selectEnvironment({ id })}
      />
      {selected && <Access environment={selected} />}
      <Actions selected={selected} />
    </div>
  );
}

function Actions({ selected }: { readonly selected: EnvironmentView | undefined }): JSX.Element {
  const { words, host, exchange } = useSellerPage();
  return (
    <span class="environment-actions">
      <IconButton
        icon="refresh"
        label={words.checkAgain}
        onClick={() => void host.checkAccess({})}
      />
      {selected && (
        <IconButton
          icon="diff"
          label={words.showTokenCall}
          onClick={() => void exchange.open({ kind: "token" })}
        />
      )}
      {selected?.isLocal === false && (
        <IconButton
          icon="key"
          label={words.setCredentials}
          onClick={() => void host.setCredentials({})}
        />
      )}
      <IconButton
        icon="add"
        label={words.addEnvironment}
        onClick={() => void host.addEnvironment({})}
      />
      <IconButton
        icon="code"
        label={words.forPrograms}
        onClick={() => void host.showForPrograms({})}
      />
      <IconButton
        icon="settings-gear"
        label={words.openSettings}
        onClick={() => void host.openEnvironmentSettings({})}
      />
    </span>
  );
}

function Access({ environment }: { readonly environment: EnvironmentView }): JSX.Element {
  const { words } = useSellerPage();
  const { access, note, host, codigoSeller } = environment;
  const isBad = access === "mismatch" || access === "failed" || access === "noCredentials";
  return (
    <span class="environment-state" role={isBad ? "alert" : undefined}>
      <span class={`access ${access}`}>{words[access]}</span>
      <span class="quiet">
        {host} · {codigoSeller}
      </span>
      {note !== undefined && <span class={isBad ? "environment-note" : "quiet"}>{note}</span>}
    </span>
  );
}

function nameOf(
  { name, isLocal, kind }: EnvironmentView,
  words: ReturnType<typeof useSellerPage>["words"],
): string {
  const kindWord = kind === "production" ? ` (${words.production})` : "";
  return isLocal ? `${name} (${words.local})` : name + kindWord;
}
