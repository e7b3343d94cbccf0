/** Asks the hub without the editor; rejects with its answer unless it succeeds. */
export async function askHub(
  url: string,
  token: string | undefined,
  init?: RequestInit,
): Promise<unknown> {
  const response = await fetch(url, {
    ...init,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  if (!response.ok) {
    throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  }
  return response.json();
}
