import type { Call, InputOf, ReplyOf } from '@sitwell/contract'

/** Makes a call and gives its reply, or throws: a figure of refused calls would be no figure. */
export async function call<C extends Call>(
  origin: string,
  description: C,
  input: InputOf<C>,
  token?: string,
): Promise<ReplyOf<C>> {
  const parts: { query?: object | undefined; body?: object | undefined } = input
  const url = new URL(pathOf(description), origin)
  for (const [name, value] of Object.entries(parts.query ?? {})) url.searchParams.set(name, String(value))
  const isForm = description.encoding === 'form'
  const response = await fetch(url, {
    method: description.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(parts.body ? { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' } : {}),
    },
    ...(parts.body ? { body: isForm ? new URLSearchParams(Object.entries(parts.body)) : JSON.stringify(parts.body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${description.name} answered ${response.status}: ${text.slice(0, 500)}`)
  // The reply's schema says what its call answers.
  return description.reply.parse(JSON.parse(text)) as ReplyOf<C>
}

/** The path below the origin; the authentication base is `/security` (docs: the configuration file). */
export function pathOf({ base, path }: Call): string {
  return base === 'authentication' ? `/security/${path}` : `/${path}`
}
