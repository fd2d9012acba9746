import { type Base, type Call, requestIdHeader, requestIdPattern } from '@sitwell/contract'
import { newUuid } from './new-uuid.ts'

/** Where the three bases of calls are; each without a slash at its end. */
export type Endpoints = Readonly<Record<Base, string>>

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

export const endpointsOf = (
  origin: string,
  settings?: { readonly apiEndpointUrl: string; readonly authenticationUrl: string },
): Endpoints => ({
  site: withoutSlash(origin),
  api: withoutSlash(settings?.apiEndpointUrl ?? origin),
  authentication: withoutSlash(settings?.authenticationUrl ?? origin),
})

const entries = (value: object | undefined): [string, unknown][] =>
  Object.entries(value ?? {}).filter(([, field]) => field !== undefined && field !== null)

const fillPath = (path: string, params: object | undefined): string => {
  const values = new Map(entries(params).map(([name, value]) => [name, String(value)]))
  return path
    .split('/')
    .map((segment) => {
      if (segment === '*') return (values.get('*') ?? '').split('/').map(encodeURIComponent).join('/')
      return segment.startsWith(':') ? encodeURIComponent(values.get(segment.slice(1)) ?? '') : segment
    })
    .join('/')
}

const asForm = (value: object | undefined): URLSearchParams =>
  new URLSearchParams(entries(value).map(([name, field]) => [name, String(field)]))

export interface CallInput {
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: object | undefined
  readonly file?: Blob | undefined
}

/** The file comes last, as the server wants it. */
const asParts = ({ body, file }: CallInput, name: string): FormData => {
  const parts = new FormData()
  for (const [field, value] of entries(body)) parts.append(field, String(value))
  if (file) parts.append(name, file)
  return parts
}

/** What the request is called in the server's log: a save has a name already, under which it is in the history. */
const nameOf = (body: object | undefined): string => {
  const given: unknown = body && 'requestId' in body ? body.requestId : undefined
  return typeof given === 'string' && requestIdPattern.test(given) ? given : newUuid()
}

/** The address of a call and what `fetch` takes besides: GET parameters in the query, bodies as JSON or form (spec 1 §7). */
export const requestOf = (
  call: Call,
  input: CallInput,
  endpoints: Endpoints,
  accessToken: string | undefined,
): { url: string; init: RequestInit } => {
  const query = asForm(input.query).toString()
  const url = `${endpoints[call.base]}/${fillPath(call.path, input.params)}${query === '' ? '' : `?${query}`}`
  const headers: Record<string, string> = {
    ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
    // A server of another origin would have to allow it first.
    ...(endpoints[call.base].startsWith(endpoints.site) && { [requestIdHeader]: nameOf(input.body) }),
  }
  if (call.method !== 'POST') return { url, init: { method: call.method, headers } }
  if (call.file !== undefined) return { url, init: { method: 'POST', headers, body: asParts(input, call.file) } }
  if (call.encoding === 'form') return { url, init: { method: 'POST', headers, body: asForm(input.body) } }
  return {
    url,
    init: {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(input.body ?? {}),
    },
  }
}
