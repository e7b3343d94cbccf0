import type { JSX } from "preact";

const shapes = {
  overview: "M2.5 9.5h4v4h-4zM9.5 7.5h4v6h-4zM2.5 2.5h4v4h-4zM9.5 2.5h4v2h-4z",
  tokens: "M10.5 9.5a4 4 0 1 0-3.8-2.7L2.5 11v2.5H5V12h1.5v-1.5H8l.7-1.2a4 4 0 0 0 1.8.2zM11 5h.01",
  users:
    "M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 13.5a4.5 4.5 0 0 1 9 0M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.6a4.5 4.5 0 0 1 2.5 3.9",
  profiles:
    "M8 1.8 2.8 3.7v4c0 3 2.2 5.4 5.2 6.5 3-1.1 5.2-3.5 5.2-6.500v-4zM5.8 7.800l1.6 1.6 2.9-3.1",
  kinds: "M2.5 4.5h11M2.5 8h3M2.5 11.5h11M7.5 6.500h6v3h-6z",
  sectors:
    "M6 2.500h4v3H6zM1.8 10.500h4v3h-4zM10.2 10.500h4v3h-4zM8 5.500V8M3.8 10.500V8h8.400v2.5",
  budgets:
    "M2.5 4.500h10a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 4.500a1.5 1.5 0 0 1 1.5-2h7.500v2M13.5 7.500h-3a1.5 1.5 0 0 0 0 3h3",
  models: "M8 1.8 13.5 5v6L8 14.2 2.5 11V5zM2.7 5.1 8 8.200l5.3-3.100M8 8.200v5.8",
  upstreams: "M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01",
  audit: "M3.5 1.800h6l3 3v9.400h-9zM9.5 1.800v3h3M5.8 8h4.500M5.8 11h4.5",
  security: "M8 2 14.3 13.500H1.700zM8 6.500v3.200M8 11.600h.01",
  usage: "M2 13.500h12M4 13.500V9M8 13.500V3M12 13.500V6.5",
  runs: "M8 14.200a6.2 6.2 0 1 0 0-12.400 6.2 6.2 0 0 0 0 12.400zM6.7 5.600v4.800L10.500 8z",
  settings: "M2 4.500h6M11.5 4.500H14M2 11.500h2.500M8 11.500h6M9.8 2.800v3.400M6.2 9.800v3.4",
  menu: "M2 4h12M2 8h12M2 12h12",
  close: "m3.5 3.5 9 9M12.5 3.500l-9 9",
  search: "M7 11.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.300l3.7 3.7",
  plus: "M8 3v10M3 8h10",
  copy: "M5.5 5.500h8v8h-8zM3 10.500h-.5v-8h8V3",
  check: "m3 8.5 3.3 3.300L13 4.5",
  download: "M8 2v8.500M4.5 7 8 10.5 11.5 7M2.5 13.500h11",
  sortUp: "m4.5 9.5 3.5-4 3.5 4",
  sortDown: "m4.5 6.5 3.5 4 3.5-4",
  back: "M10 3 5 8l5 5",
  next: "m6 3 5 5-5 5",
  first: "M11.5 3l-5 5 5 5M4 3v10",
  last: "m4.5 3 5 5-5 5M12 3v10",
  offline:
    "M2 2l12 12M4.5 8.500a5 5 0 0 1 2-1.200M9 7a5.2 5.2 0 0 1 2.6 1.500M2 6a8.5 8.5 0 0 1 2.6-1.700M7 3.600A8.7 8.7 0 0 1 14 6M8 12h.01",
  signOut: "M6.5 2.500h-4v11h4M6.5 8h7.500M11 5l3 3-3 3",
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
