import { type ClientRequest, type RequestOptions, request } from 'node:http'
import { calls } from '@sitwell/contract'
import { pathOf } from '../http/register.ts'
import type { TestServer } from './start-test-server.ts'
import type { Answer } from './test-world.ts'

const boundary = 'x-boundary'

/** An upload that is on its way. */
export interface BegunUpload {
  readonly request: ClientRequest
  /** Rejects where it is broken off. */
  readonly answer: Promise<Pick<Answer, 'status' | 'text'> & { retryAfter: string | undefined }>
  /** Sends the end of the body. */
  end(): void
}

/** Sends an upload up to these bytes of its file, and leaves it there. */
export const beginUpload = (
  { origin }: Pick<TestServer, 'origin'>,
  { token, formRunGuid }: { token: string; formRunGuid: string },
  bytes: Uint8Array,
  { headers, ...options }: Pick<RequestOptions, 'agent'> & { headers?: Record<string, string | number> } = {},
): BegunUpload => {
  const upload = request(origin + pathOf(calls.uploadFile), {
    ...options,
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
  })
  const answer = new Promise<Awaited<BegunUpload['answer']>>((resolve, reject) => {
    upload.on('error', reject)
    upload.once('response', (response) => {
      const { statusCode = 0, headers: head } = response
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('error', reject)
      response.once('end', () => resolve({ status: statusCode, text, retryAfter: head['retry-after'] }))
    })
  })
  // Not every test waits for it.
  answer.catch(() => {})
  upload.write(`--${boundary}\r\ncontent-disposition: form-data; name="formRunGUID"\r\n\r\n${formRunGuid}\r\n`)
  upload.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.dat"\r\n\r\n`)
  upload.write(bytes)
  return { request: upload, answer, end: () => void upload.end(`\r\n--${boundary}--\r\n`) }
}
