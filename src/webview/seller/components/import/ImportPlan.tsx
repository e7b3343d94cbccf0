import type { JSX } from "preact";
import { useState } from "preact/hooks";

import {
  type CsvFormatView,
  csvFormatSchema,
  importCallSchema,
  type ImportPlanView,
  type ImportState,
} from "../../../../shared/sellerPage/sellerImport.ts";
import { Choice } from "../../../../ui/Select.tsx";
import { useSellerPage } from "../../sellerPage.ts";

export interface ImportPlanProps {
  readonly state: ImportState;
  readonly plan: ImportPlanView;
  readonly isLocked: boolean;
}

export function ImportPlan({ state, plan, isLocked }: ImportPlanProps): JSX.Element {
  const { words, format, host } = useSellerPage();
  const change = (part: Partial<ImportPlanView>): void =>
    void host.changeImport({ plan: { ...plan, ...part } });
  const { file, fields, stage } = state;
  // After the check, the questions and results of the rows come first.
  const isOpen = stage === "chosen" && fields.some(({ name }) => plan.mapping[name] === undefined);
  return (
    <fieldset class="import-plan" disabled={isLocked}>
      <legend>
        {file?.name} <span class="quiet">{format.size(file?.size ?? 0)}</span>
      </legend>
      <div class="choices">
        <ProfileChoice state={state} />
        <Choice
          class="choice"
          label={words.rowsAre}
          value={plan.call}
          options={importCallSchema.options.map((call) => [call, words[call]])}
          onChange={(call) => change({ call })}
        />
        <FormatChoices plan={plan} onChange={(next) => change({ format: next })} />
      </div>
      <details open={isOpen}>
        <summary>
          {words.mapping} ({Object.keys(plan.mapping).length}/{fields.length})
        </summary>
        <div class="mapping">
          {fields.map(({ name, label }) => (
            <Choice
              class="choice"
              key={name}
              label={label}
              value={plan.mapping[name] ?? ""}
              options={[
                ["", words.noColumn],
                ...[...new Set(file?.header)].map((title) => [title, title] as const),
              ]}
              onChange={(title) => change({ mapping: mapped(plan.mapping, name, title) })}
            />
          ))}
        </div>
      </details>
      <Notes state={state} />
      {state.canCheck && <Profile key={state.profile ?? ""} used={state.profile} />}
    </fieldset>
  );
}

function Notes({
  state: { fields, doubled, unreadableProfiles },
}: Pick<ImportPlanProps, "state">): JSX.Element {
  const { words, format } = useSellerPage();
  const warnings = [
    ...(doubled ? [words.doubledTitles(doubled.join(", "))] : []),
    ...(unreadableProfiles === undefined ? [] : [words.unreadableProfiles(unreadableProfiles)]),
  ];
  return (
    <>
      {fields.some(({ name }) => name === "dataInicio") && (
        <p class="quiet">{words.daysIn(format.timeZone())}</p>
      )}
      {warnings.map((text) => (
        <p key={text} class="problem warning" role="status">
          {text}
        </p>
      ))}
    </>
  );
}

function FormatChoices({
  plan,
  onChange,
}: {
  readonly plan: ImportPlanView;
  readonly onChange: (format: CsvFormatView) => void;
}): JSX.Element {
  const { words } = useSellerPage();
  const choose = (part: Partial<CsvFormatView>): void => onChange({ ...plan.format, ...part });
  const { encoding, delimiter, decimal } = csvFormatSchema.shape;
  return (
    <>
      <Choice
        class="choice"
        label={words.delimiter}
        value={plan.format.delimiter}
        options={delimiter.options.map((sign) => [sign, sign === "\t" ? words.tab : sign])}
        onChange={(sign) => choose({ delimiter: sign })}
      />
      <Choice
        class="choice"
        label={words.decimal}
        value={plan.format.decimal}
        options={decimal.options.map((sign) => [sign, sign === "unproven" ? words.unproven : sign])}
        onChange={(sign) => choose({ decimal: sign })}
      />
      <Choice
        class="choice"
        label={words.encoding}
        value={plan.format.encoding}
        options={encoding.options.map((name) => [name, name])}
        onChange={(name) => choose({ encoding: name })}
      />
    </>
  );
}

function ProfileChoice({ state }: Pick<ImportPlanProps, "state">): JSX.Element | null {
  const { words, host } = useSellerPage();
  const { profiles, profile = "" } = state;
  return profiles.length === 0 ? null : (
    <Choice
      class="choice"
      label={words.profile}
      value={profile}
      options={[["", words.noProfile], ...profiles.map((name) => [name, name] as const)]}
      onChange={(name) => {
        if (name !== "") {
          void host.useImportProfile({ name });
        }
      }}
    />
  );
}

function Profile({ used }: { readonly used: string | undefined }): JSX.Element {
  const { words, host, report } = useSellerPage();
  const [name, setName] = useState(used ?? "");
  const isNamed = name.trim() !== "";
  const save = async (): Promise<void> =>
    report(await host.saveImportProfile({ name: name.trim() }), words.profileSaved);
  return (
    <div class="import-profile">
      <input
        class="field"
        maxLength={100}
        aria-label={words.profileName}
        placeholder={words.profileName}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button
        type="button"
        class="button quiet small"
        disabled={!isNamed}
        onClick={() => void save()}
      >
        {words.saveProfile}
      </button>
      {used !== undefined && (
        <button
          type="button"
          class="button quiet small"
          onClick={() => void host.removeImportProfile({ name: used })}
        >
          {words.removeProfile}
        </button>
      )}
    </div>
  );
}

function mapped(
  mapping: ImportPlanView["mapping"],
  name: string,
  title: string,
): ImportPlanView["mapping"] {
  const others = Object.entries(mapping).filter(([known]) => known !== name);
  return Object.fromEntries(title === "" ? others : [...others, [name, title]]);
}
