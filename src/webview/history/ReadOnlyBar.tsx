import type { JSX } from "preact";

import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { useHistory } from "./historyPage.ts";

export function ReadOnlyBar(): JSX.Element | null {
  const { words } = usePage();
  const history = useHistory();
  if (!history.isReadOnly.value) {
    return null;
  }
  return (
    <div class="bar">
      <Icon name="lock" />
      <p role="status">{words.readOnlyChat}</p>
    </div>
  );
}
