/** Offers a file that the page has made as a download. */
export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has taken the content; without this, the URL would keep it in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
