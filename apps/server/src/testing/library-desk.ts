import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { calls, type LibraryUpload } from '@sitwell/contract'
import { vi } from 'vitest'
import { createOfficeBrowser, type OfficeBrowser } from './office-browser.ts'
import type { TestServer } from './start-test-server.ts'

/** Somebody of the staff at the library of the office. */
export interface LibraryDesk extends OfficeBrowser {
  /** Sends a file in pieces; answers its upload as it is then. */
  send(bytes: Uint8Array, fileName: string, uploadId?: string): Promise<LibraryUpload>
  show(uploadId: string): Promise<LibraryUpload>
  /** Sends a file and waits until it was read. */
  read(bytes: Uint8Array, fileName: string, uploadId?: string): Promise<LibraryUpload>
  /** The same of a file on the disk. */
  readAt(path: string): Promise<LibraryUpload>
  waitFor(uploadId: string): Promise<LibraryUpload>
  accept(upload: LibraryUpload, acceptLosses?: boolean): Promise<LibraryUpload>
}

/** Signs somebody in whose password is their name with `-secret`. */
export const openLibrary = async (server: TestServer, orgId: number, username: string): Promise<LibraryDesk> => {
  const browser = createOfficeBrowser(server)
  const credentials = { orgId, username, password: `${username}-secret` }
  browser.page((await browser.doIt(calls.officeSignIn, { body: credentials })).sessionId)
  const show = async (uploadId: string) => (await browser.doIt(calls.officeUpload, { query: { uploadId } })).upload
  const send: LibraryDesk['send'] = async (bytes, fileName, uploadId = randomUUID()) => {
    const begun = await browser.doIt(calls.officeBeginUpload, { body: { uploadId, fileName, fileSize: bytes.length } })
    let { received } = begun.upload
    while (received < bytes.length) {
      const piece = new File([new Uint8Array(bytes.subarray(received, received + begun.pieceBytes))], 'piece')
      received = (await browser.doIt(calls.officeUploadPiece, { body: { uploadId, offset: received }, file: piece })).received
    }
    return show(uploadId)
  }
  const waitFor = (uploadId: string) =>
    vi.waitFor(
      async () => {
        const upload = await show(uploadId)
        if (!['ready', 'refused', 'stored'].includes(upload.state)) throw new Error(`It is ${upload.state}.`)
        return upload
      },
      { timeout: 60_000, interval: 100 },
    )
  const read: LibraryDesk['read'] = async (bytes, fileName, uploadId) =>
    waitFor((await send(bytes, fileName, uploadId)).uploadId)
  return Object.assign(browser, {
    ...{ send, show, read, waitFor },
    readAt: async (path: string) => read(new Uint8Array(await readFile(path)), basename(path)),
    accept: async ({ uploadId, reportHash = '' }: LibraryUpload, acceptLosses?: boolean) =>
      (await browser.doIt(calls.officeAcceptUpload, { body: { uploadId, reportHash, acceptLosses } })).upload,
  })
}
