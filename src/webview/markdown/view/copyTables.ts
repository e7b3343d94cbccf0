let isListening = false;

/** Copies a long table, which is drawn as several tables, as one. */
export function copyAsOneTable(): void {
  if (!isListening) {
    isListening = true;
    document.addEventListener("copy", onCopy);
  }
}

function onCopy(event: ClipboardEvent): void {
  const selection = document.getSelection();
  const { clipboardData } = event;
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed || !clipboardData) {
    return;
  }
  const content = document.createElement("div");
  content.append(selection.getRangeAt(0).cloneContents());
  if (!joinTables(content)) {
    return;
  }
  clipboardData.setData("text/html", content.innerHTML);
  // Text with the source of formulas may be there already.
  if (clipboardData.getData("text/plain") === "") {
    clipboardData.setData("text/plain", selection.toString());
  }
  event.preventDefault();
}

function joinTables(content: HTMLElement): boolean {
  const blocks = content.querySelectorAll(".md-table-block + .md-table-block");
  for (const block of blocks) {
    const before = block.previousElementSibling;
    const rows = before?.querySelector("tbody") ?? before?.querySelector("table");
    if (rows) {
      rows.append(...block.querySelectorAll("tr"));
      block.remove();
    } else {
      before?.remove();
    }
  }
  if (blocks.length === 0) {
    return false;
  }
  for (const named of content.querySelectorAll(".md-table-frame, .md-table-block [role]")) {
    named.removeAttribute("role");
    named.removeAttribute("aria-rowcount");
  }
  return true;
}
