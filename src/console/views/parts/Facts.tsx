import type { JSX } from "preact";

import type { Fact } from "./auditText.ts";

interface FactsProps {
  readonly rows: readonly Fact[];
  readonly isCode?: boolean;
}

export function Facts({ rows, isCode }: FactsProps): JSX.Element {
  return (
    <dl class={isCode === true ? "facts code" : "facts"}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
