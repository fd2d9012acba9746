import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { onTestFinished } from 'vitest'

/** A file of a package under test: text, bytes, or something that is written as JSON. */
export type Content = string | Uint8Array | object

const bytesOf = (content: Content): Uint8Array =>
  content instanceof Uint8Array ? content : strToU8(typeof content === 'string' ? content : JSON.stringify(content))

/** A folder that goes with the test. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-package-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Writes a zip archive to a folder that goes with the test; `patch` changes its bytes. */
export const makeZip = async (
  files: Record<string, Content>,
  patch: (zip: Buffer) => Buffer = (zip) => zip,
): Promise<string> => {
  const path = join(await temporaryFolder(), 'package.zip')
  const entries: Zippable = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, bytesOf(content)]))
  await writeFile(path, patch(Buffer.from(zipSync(entries))))
  return path
}

/** The smallest exam that can be sat, for tests to change. */
export const smallExam = (more: object = {}) => ({
  format: 'sitwell-exam',
  formatVersion: 1,
  examGuid: 'exam-1',
  examTypeGuid: 'type-1',
  name: 'Small exam',
  version: 1,
  objectID: 1,
  sections: [{ id: 's1', name: 'One', questions: [smallQuestion('q1')] }],
  ...more,
})

export const smallQuestion = (id: string, more: object = {}) => ({
  type: 'RADIO',
  id,
  text: '<p>Which?</p>',
  options: [
    { id: 'a', text: 'A' },
    { id: 'b', text: 'B' },
  ],
  key: 'b',
  ...more,
})

/** A PNG of one pixel. */
export const onePixel = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)
