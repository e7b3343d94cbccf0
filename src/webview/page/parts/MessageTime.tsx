import type { JSX } from "preact";

import { usePage } from "../page.ts";

export function MessageTime({ at }: { readonly at: number }): JSX.Element {
  const { format } = usePage();
  return (
    <time class="message-time" dateTime={new Date(at).toISOString()} title={format.exactTime(at)}>
      {format.moment(at)}
    </time>
  );
}
