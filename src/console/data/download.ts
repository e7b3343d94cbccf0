export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Later, because the browser must read the content first.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
