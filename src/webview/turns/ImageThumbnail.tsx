import type { JSX } from "preact";

import type { AttachmentInfo } from "../../shared/conversation/conversation.ts";
import { visibleText } from "../../shared/text/visibleText.ts";
import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { useTurns } from "./turnsPage.ts";

export function ImageThumbnail({ info }: { readonly info: AttachmentInfo }): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  const turns = useTurns();
  const name = visibleText(info.name);
  const url = turns.images.url(info.id).value;
  const size =
    info.width === undefined || info.height === undefined
      ? ""
      : words.pixels(format.count(info.width), format.count(info.height));
  return (
    <button
      type="button"
      class="chip-label thumbnail"
      aria-label={words.showImage(name)}
      title={[name, size, format.size(info.size)].filter((part) => part !== "").join("\n")}
      onClick={() => {
        turns.shownImageId.value = info.id;
      }}
    >
      {url === undefined ? <Icon name="file-media" /> : <img src={url} alt="" />}
      <span class="chip-name">{name}</span>
    </button>
  );
}
