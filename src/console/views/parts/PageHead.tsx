import type { ComponentChildren, JSX } from "preact";

export interface PageHeadProps {
  readonly title: string;
  readonly lead: string;
  readonly children?: ComponentChildren;
}

export function PageHead({ title, lead, children }: PageHeadProps): JSX.Element {
  return (
    <header class="page-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p class="quiet">{lead}</p>
      </div>
      <div class="page-actions">{children}</div>
    </header>
  );
}
