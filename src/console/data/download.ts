/** Gives the person a file that the page has made. */
export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content by then, and a name without an end would keep it in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
