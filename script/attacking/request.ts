import { Agent, request } from 'node:http'
import { bodyLimitOf, type Call } from '@sitwell/contract'
import { mediaTypeOf, pathOf } from '../../apps/server/src/http/register.ts'
import type { Chance } from '../../chaos/chance.ts'

export interface AttackAnswer {
  readonly status: number
  readonly mediaType: string
  readonly isSniffed: boolean
  readonly text: string
}

export const connections = (count: number): Agent => new Agent({ keepAlive: true, maxSockets: count })

interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export const ask = (origin: string, agent: Agent, { method, path, headers, body }: RawRequest): Promise<AttackAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { agent, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          mediaType: response.headers['content-type'] ?? '',
          isSniffed: response.headers['x-content-type-options'] !== 'nosniff',
          text: Buffer.concat(parts).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

const entriesOf = (part: unknown): [string, unknown][] =>
  typeof part === 'object' && part !== null ? Object.entries(part) : []

const multipart = (fields: readonly [string, unknown][], file: string, chance: Chance) => {
  const boundary = 'x5f1c'
  const name = chance.pick([
    'a.txt',
    '../a.txt',
    '"><img src=x onerror=hurt()>.txt',
    'a\u202etxt.exe',
    `${'n'.repeat(300)}.pdf`,
  ])
  const parts = fields.map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${asText(value)}\r\n`,
  )
  const last = `--${boundary}\r\ncontent-disposition: form-data; name="${file}"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\nan answer\r\n--${boundary}--\r\n`
  return { type: `multipart/form-data; boundary=${boundary}`, text: [...parts, last].join('') }
}

const bodyOf = (call: Call, body: unknown, chance: Chance): { type: string; text: string } | undefined => {
  if (call.file !== undefined) return multipart(entriesOf(body), call.file, chance)
  if (body === undefined) return undefined
  const fields = entriesOf(body).map(([name, value]): [string, string] => [name, asText(value)])
  const text = call.encoding === 'form' ? new URLSearchParams(fields).toString() : JSON.stringify(body)
  const type = chance.isTrue(0.02)
    ? chance.pick(['text/plain', 'application/xml', 'application/octet-stream', 'x'])
    : mediaTypeOf(call)
  // Now and then broken off, or nothing that could be read.
  const sent = chance.isTrue(0.02) ? text.slice(0, Math.floor(text.length / 2)) : text
  return { type, text: sent.slice(0, bodyLimitOf(call) * 2) }
}

/** A request of a call with this input, however wrong that is. */
export const requestOf = (
  call: Call,
  input: Readonly<Record<string, unknown>>,
  { token, address, chance }: { readonly token: string | undefined; readonly address: string; readonly chance: Chance },
): RawRequest => {
  let path = pathOf(call)
  for (const [name, value] of entriesOf(input.params))
    path = path.replace(name === '*' ? '*' : `:${name}`, () => encodeURIComponent(asText(value)) || '%20')
  const search = entriesOf(input.query)
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(asText(value))}`)
    .join('&')
  const body = call.body || call.file ? bodyOf(call, input.body, chance) : undefined
  return {
    method: call.method,
    path: (search ? `${path}?${search}` : path).slice(0, 12_000),
    body: body?.text,
    headers: {
      'x-forwarded-for': address,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': body.type, 'content-length': String(Buffer.byteLength(body.text)) }),
    },
  }
}
