interface Lab {
  readonly url: string;
  readonly people: readonly { readonly login: string; readonly password: string }[];
}

/** Approves a device's code as Ana of the lab, and returns the hub's answer. */
export async function approveDevice({ url, people }: Lab, code: string): Promise<Response> {
  const ana = people.find(({ login }) => login.startsWith("ana."));
  const base = `${url}/hub/admin/v1`;
  const json = { "content-type": "application/json", origin: url };
  const session = await fetch(`${base}/session`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ login: ana?.login, password: ana?.password }),
  });
  const { csrf_token: token = "" } = (await session.json()) as Readonly<Record<string, string>>;
  const cookie = session.headers.get("set-cookie")?.split(";")[0] ?? "";
  return fetch(`${base}/me/device-grants/${code}`, {
    method: "POST",
    headers: { ...json, cookie, "x-csrf-token": token },
    body: JSON.stringify({ is_approved: true }),
  });
}
