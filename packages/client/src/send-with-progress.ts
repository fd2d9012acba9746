import type { SendRequest } from './api.ts'

/** Milliseconds without a sign of life after which an upload counts as failed. */
const silenceMs = 60_000

/** Statuses of answers that have no body, with which a `Response` takes none. */
const bodiless = new Set([204, 205, 304])

const headersIn = (request: XMLHttpRequest): Headers => {
  const headers = new Headers({ 'content-type': 'text/plain' })
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

/** Sends a request and tells how many of its bytes have left, which `fetch` doesn't. It may take any time, as long as it continues. */
export const sendWithProgress =
  (onProgress: (sentBytes: number) => void): SendRequest =>
  (url, { method = 'POST', headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      let timer: ReturnType<typeof setTimeout> | undefined
      const fail = (reason: string) => reject(new TypeError(reason))
      const showLife = () => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          fail(`no sign of life in ${silenceMs} ms`)
          request.abort()
        }, silenceMs)
      }
      request.open(method, url)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded }) => {
        showLife()
        onProgress(loaded)
      }
      request.onload = () => {
        const { status, responseText } = request
        resolve(new Response(bodiless.has(status) ? null : responseText, { status, headers: headersIn(request) }))
      }
      request.onerror = () => fail('network error')
      request.onabort = () => fail('aborted')
      request.onloadend = () => clearTimeout(timer)
      signal?.addEventListener('abort', () => request.abort())
      if (signal?.aborted) return fail('aborted')
      showLife()
      // What `requestOf` makes: parts or text, which both can send.
      request.send(body as XMLHttpRequestBodyInit | null | undefined)
    })
