import { request } from 'node:http'
import { type Call, type InputOf, officeSessionHeader, type ReplyOf } from '@sitwell/contract'
import { pathOf } from '../http/register.ts'
import { type Answer, refusalIn } from './test-world.ts'

type Headers = Readonly<Record<string, string>>

interface Given {
  /** Headers beside those of a page of the office, or in their place; '' leaves one out. */
  readonly headers?: Headers
  /** How the bytes of the answer are read as its text; `latin1`: a sign each. */
  readonly readAs?: 'utf8' | 'latin1'
}

/** The body of a call with its type: JSON, or parts of which the file is the last one. */
const bodyOf = async (call: Call, { body, file }: { readonly body?: object | undefined; readonly file?: Blob | undefined }) => {
  if (body === undefined) return undefined
  if (!call.file || !file) return { bytes: JSON.stringify(body), type: 'application/json' }
  const parts = new FormData()
  for (const [name, value] of Object.entries(body)) parts.append(name, String(value))
  parts.append(call.file, file)
  const form = new Response(parts)
  return { bytes: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type') ?? '' }
}

const queryOf = (query: object | undefined): string => {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

export type OfficeBrowser = ReturnType<typeof createOfficeBrowser>

/** A browser that has the office open: it holds its cookie, and its page names the session that it was opened with. */
export const createOfficeBrowser = ({ origin }: { readonly origin: string }) => {
  let cookie = ''
  let sessionId = ''

  /** Sends a call as a page of the site does. No fetch lets these headers be set. */
  const tryIt = async <C extends Call>(
    call: C,
    input: InputOf<C>,
    { headers = {}, readAs = 'utf8' }: Given = {},
  ): Promise<Answer> => {
    const body = await bodyOf(call, input)
    return new Promise((resolve, reject) => {
      const all = {
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        ...(cookie !== '' && { cookie }),
        ...(sessionId !== '' && { [officeSessionHeader]: sessionId }),
        ...(body && { 'content-type': body.type }),
        ...headers,
      }
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
      const asked = request(origin + pathOf(call) + queryOf(input.query), { method: call.method, headers: given }, (answer) => {
        let text = ''
        answer.setEncoding(readAs)
        answer.on('data', (part: string) => {
          text += part
        })
        answer.on('end', () => {
          const [set] = answer.headers['set-cookie'] ?? []
          if (set) cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '')
          resolve({ status: answer.statusCode ?? 0, headers: new Headers(headersOf(answer.headers)), text })
        })
      })
      asked.on('error', reject)
      asked.end(body?.bytes)
    })
  }

  const headersOf = (headers: NodeJS.Dict<string | string[]>) =>
    Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])

  return {
    tryIt,
    /** The reply of a call that has to succeed. */
    doIt: async <C extends Call>(call: C, input: InputOf<C>, given?: Given): Promise<ReplyOf<C>> => {
      const answer = await tryIt(call, input, given)
      if (answer.status !== 200) throw new Error(`${call.name} answered ${answer.status}: ${answer.text}`)
      // What the call's own schema says of its reply.
      return call.reply.parse(JSON.parse(answer.text)) as ReplyOf<C>
    },
    refused: async <C extends Call>(call: C, input: InputOf<C>, given?: Given) => refusalIn(await tryIt(call, input, given)),
    /** The session that the page was opened with. */
    page: (id: string) => {
      sessionId = id
    },
    cookie: () => cookie,
    plant: (value: string) => {
      cookie = value
    },
  }
}
