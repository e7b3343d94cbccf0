import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { IconButton } from "../kit/IconButton.tsx";
import { usePage } from "./page.ts";

const shownMs = 1500;

export interface CopyButtonProps {
  readonly label: string;
  /** Called when the button is pressed, so that nothing is put together before. */
  readonly text: () => string;
}

/** Copies through the host and says for a moment that it did. */
export function CopyButton({ label, text }: CopyButtonProps): JSX.Element {
  const { actions, words } = usePage();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) {
      return undefined;
    }
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      icon={isCopied ? "check" : "copy"}
      label={isCopied ? words.copied : label}
      onClick={() => void actions.copyText(text()).then(setIsCopied)}
    />
  );
}
