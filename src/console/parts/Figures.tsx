import type { JSX } from "preact";

export interface FiguresProps {
  readonly figures: readonly { readonly label: string; readonly value: string }[];
}

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
