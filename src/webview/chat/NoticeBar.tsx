import type { JSX } from "preact";

import { Icon } from "../kit/Icon.tsx";
import { IconButton } from "../kit/IconButton.tsx";
import { usePage } from "../page/page.ts";

export function NoticeBar(): JSX.Element | null {
  const { ui, words, actions } = usePage();
  const text = ui.notice.value;
  if (text === undefined) {
    return null;
  }
  return (
    <div class="bar">
      <Icon name="info" />
      <p role="alert">{text}</p>
      <IconButton icon="close" label={words.dismiss} onClick={() => actions.dismissNotice()} />
    </div>
  );
}
