/** A request to the learning record store, however it came. */
export interface LrsRequest {
  readonly method: string
  /** Below `/xapi/`, as `activities/state`. */
  readonly path: string
  readonly query: ReadonlyMap<string, string>
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

export interface LrsReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** A no of the store, with the status that the standard has for it. */
export class LrsRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const headersOfForms = [
  'authorization',
  'x-experience-api-version',
  'content-type',
  'if-match',
  'if-none-match',
  'accept-language',
]

const readQuery = (search: URLSearchParams): Map<string, string> => {
  const query = new Map<string, string>()
  for (const [name, value] of search) {
    if (query.has(name)) throw new LrsRefusal(400, `Duplicate parameter: ${name}.`)
    query.set(name, value)
  }
  return query
}

/**
 * Reads a request in either syntax of the standard: as it stands, or as a form that is posted to `?method=…`, with the headers, the
 * parameters and the content in it, for browsers that can do no better.
 */
export const lrsRequest = (
  method: string,
  url: URL,
  headers: LrsRequest['headers'],
  body: Uint8Array,
  root: string,
): LrsRequest => {
  const query = readQuery(url.searchParams)
  const path = url.pathname.slice(root.length).split('/').filter(Boolean).join('/')
  const meant = query.get('method')
  if (meant === undefined) return { method, path, query, headers, body }
  if (method !== 'POST' || query.size > 1) throw new LrsRefusal(400, '?method= requires a POST without other query parameters.')
  const form = readQuery(new URLSearchParams(Buffer.from(body).toString()))
  const given = Object.fromEntries([...form].map(([name, value]) => [name.toLowerCase(), value]))
  const content = form.get('content')
  const own = { 'content-type': content === undefined ? undefined : 'application/json' }
  const named = headersOfForms.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]))
  const left = [...form].filter(([name]) => name !== 'content' && !headersOfForms.includes(name.toLowerCase()))
  return {
    method: meant.toUpperCase(),
    path,
    query: new Map(left.filter(([name]) => !/^(content-length|accept)$/i.test(name))),
    headers: { ...headers, ...own, ...Object.fromEntries(named) },
    body: Buffer.from(content ?? ''),
  }
}

const deepest = 100

/** Whether brackets nest deeper than anything that means something. Each sign is looked at once, whatever the text is. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length && depth <= deepest; at += 1) {
    const sign = text[at]
    if (sign === '"') isInText = !isInText
    else if (isInText) at += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
  }
  return depth > deepest
}

/** The JSON of a body. What nests too deep is refused before it is read. */
export const readJson = (body: Uint8Array): unknown => {
  const text = Buffer.from(body).toString('utf8')
  if (isTooDeep(text)) throw new LrsRefusal(400, `This JSON nests more than ${deepest} deep.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new LrsRefusal(400, 'The body is not JSON.')
  }
}

/** The parameters of a request, which has to have those that are `required` and no others than these. */
export const parametersOf = (
  { query }: LrsRequest,
  known: readonly string[],
  required: readonly string[] = [],
): ((name: string) => string | undefined) => {
  for (const name of query.keys()) if (!known.includes(name)) throw new LrsRefusal(400, `Unknown parameter: ${name}.`)
  for (const name of required) if (!query.get(name)) throw new LrsRefusal(400, `The parameter ${name} is missing.`)
  return (name) => query.get(name)
}

export const jsonReply = (value: unknown, headers: Readonly<Record<string, string>> = {}): LrsReply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})
