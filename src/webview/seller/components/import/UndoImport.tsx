import type { JSX } from "preact";

import { useSellerPage } from "../../sellerPage.ts";

/** Without `batch`, undoes the import that just ended. */
export function UndoImport({ batch }: { readonly batch?: string }): JSX.Element {
  const { words, host, notice } = useSellerPage();
  const undo = async (asFile: boolean): Promise<void> => {
    const { message } = await host.undoImport({ ...(batch !== undefined && { batch }), asFile });
    notice.value = message;
  };
  return (
    <>
      <button type="button" class="button small" onClick={() => void undo(false)}>
        {words.undoImport}
      </button>
      <button type="button" class="button small quiet" onClick={() => void undo(true)}>
        {words.saveBefore}
      </button>
    </>
  );
}
