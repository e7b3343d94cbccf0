export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Otherwise the URL would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
