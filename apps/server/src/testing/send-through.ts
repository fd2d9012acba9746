import { request } from 'node:https'
import type { Call, InputOf } from '@sitwell/contract'
import { pathOf } from '../http/register.ts'
import type { ReverseProxy } from './reverse-proxy.ts'

interface Sent {
  /** The name that is asked for; the proxy's own if it isn't given. */
  readonly host?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

/** Over TLS, as a browser that trusts the proxy's certificate. */
export const sendThrough = (proxy: ReverseProxy, path: string, { method = 'GET', headers = {}, body, host }: Sent = {}) =>
  new Promise<{ status: number; text: string; location: string | undefined }>((resolve, reject) => {
    const named = { ...headers, ...(host !== undefined && { host }) }
    const options = { method, headers: named, ca: proxy.certificate, servername: 'localhost', agent: false } as const
    const asked = request(proxy.origin + path, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text, location: response.headers.location }))
    })
    asked.once('error', reject)
    asked.end(body)
  })

/** A call with a body, by who is signed in. */
export const callThrough = <C extends Call>(
  proxy: ReverseProxy,
  call: C,
  { body, host }: { body: InputOf<C> extends { body: infer B } ? B : never; host?: string },
  token: string,
) =>
  sendThrough(proxy, pathOf(call), {
    ...(host !== undefined && { host }),
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
