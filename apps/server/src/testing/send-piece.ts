import { createHash } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { encodedBodyType, resumableFilePath } from '@sitwell/contract'
import type { TestServer } from './start-test-server.ts'
import type { Answer } from './test-world.ts'

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** One request of the tus protocol at an announced file. */
export const tusRequest = async (
  { origin }: Pick<TestServer, 'origin'>,
  fileGuid: string,
  { token, ...init }: RequestInit & { readonly token?: string | undefined },
): Promise<Answer> => {
  const headers = new Headers({ 'tus-resumable': '1.0.0', ...(token && { authorization: `Bearer ${token}` }) })
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
  const response = await fetch(`${origin}/${resumableFilePath(fileGuid)}`, { ...init, headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** Bytes from this one on. */
export const sendPiece = (
  server: Pick<TestServer, 'origin'>,
  { fileGuid, token, offset }: { fileGuid: string; token?: string | undefined; offset: number },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Answer> =>
  tusRequest(server, fileGuid, {
    token,
    method: 'PATCH',
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: bytes,
  })

/** The same in base64, as it goes past what refuses it as it is. */
export const sendEncodedPiece = (
  server: Pick<TestServer, 'origin'>,
  { fileGuid, token, offset }: { fileGuid: string; token?: string | undefined; offset: number },
  signs: string,
): Promise<Answer> =>
  tusRequest(server, fileGuid, {
    token,
    method: 'PATCH',
    headers: { 'content-type': encodedBodyType, 'upload-offset': String(offset) },
    body: signs,
  })

/** A piece of this length, of which these bytes are sent and no more: its connection stays open. */
export const beginPiece = (
  { origin }: Pick<TestServer, 'origin'>,
  { fileGuid, token, offset, length }: { fileGuid: string; token: string; offset: number; length: number },
  bytes: Uint8Array,
): ClientRequest => {
  const piece = request(`${origin}/${resumableFilePath(fileGuid)}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
      'upload-offset': offset,
    },
  })
  piece.on('error', () => {})
  piece.write(bytes)
  return piece
}
