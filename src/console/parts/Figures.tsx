import type { JSX } from "preact";

export interface FiguresProps {
  readonly figures: readonly { readonly label: string; readonly value: string }[];
}

/** A few key figures at the top of a view. */
export function Figures({ figures }: FiguresProps): JSX.Element {
  return (
    <dl class="figures">
      {figures.map(({ label, value }) => (
        <div class="card" key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
