import { readRecord } from '@sitwell/storage/record-format'
import type { Change, KeyValueStore } from './key-value-store.ts'
import { formats, type StoredExam } from './records.ts'

/** Whose exam. */
export interface ExamOfUser {
  readonly userGuid: string
  readonly examGuid: string
}

/** The exam that is being sat in this browser, with its files. There is one: keeping it lets go of any other. */
export interface StoredExams {
  keep(exam: StoredExam, files: ReadonlyMap<string, Blob>): Promise<void>
  read(exam: ExamOfUser): Promise<StoredExam | undefined>
  /** By their addresses. */
  filesOf(exam: StoredExam): Promise<Map<string, Blob>>
  /** One of them, whatever lets somebody load it by now. */
  fileOf(exam: StoredExam, address: string): Promise<Blob | undefined>
  /** Deletes it all: the exam is over, or somebody else signs in. */
  clear(): Promise<void>
  /** Deletes what is not this user's. */
  clearOthers(userGuid: string): Promise<void>
}

const keyOf = ({ userGuid, examGuid }: ExamOfUser) => `${userGuid}/${examGuid}`

/** An address without the token that came with it: a page that is loaded again has another, for the same file of the same version. */
const withoutToken = (address: string) => address.replace(/([?&])token=[^&]*&?/, '$1').replace(/[?&]$/, '')
const fileKey = (exam: ExamOfUser, address: string) => `${keyOf(exam)}/${withoutToken(address)}`
/** As it was before. */
const olderFileKey = (exam: ExamOfUser, address: string) => `${keyOf(exam)}/${address}`

/** Bytes from which on a file that is kept already isn't written again. */
const largeBytes = 1024 * 1024

/** `onError` is told of what the browser can't read any more: it counts as not kept. */
export const createStoredExams = (store: KeyValueStore, onError: (error: unknown) => void = () => {}): StoredExams => {
  const readOrNone = async (place: 'exams' | 'examFiles', key: string) => {
    try {
      return await store.read(place, key)
    } catch (error) {
      onError(error)
      return undefined
    }
  }
  const fileOf = async (exam: ExamOfUser, address: string) => {
    for (const key of new Set([fileKey(exam, address), olderFileKey(exam, address)])) {
      const blob = await readOrNone('examFiles', key)
      if (blob instanceof Blob) return blob
    }
    return undefined
  }
  const remove = async (isMeant: (key: string) => boolean) => {
    const changes: Change[] = []
    for (const place of ['exams', 'examFiles'] as const)
      for (const key of await store.keys(place, '')) if (isMeant(key)) changes.push({ remove: place, key })
    if (changes.length > 0) await store.write(changes)
  }
  return {
    async keep(exam, files) {
      await remove((key) => !key.startsWith(keyOf(exam)))
      // The files first: an exam that is there has all that it names.
      for (const [address, blob] of files) {
        const key = fileKey(exam, address)
        // A statute of 80 MB isn't written again each time that the page is loaded.
        const held = blob.size > largeBytes ? await readOrNone('examFiles', key) : undefined
        if (!(held instanceof Blob && held.size === blob.size)) await store.write([{ put: 'examFiles', key, value: blob }])
      }
      await store.write([{ put: 'exams', key: keyOf(exam), value: { ...exam, files: [...files.keys()] } }])
      const named = new Set([...files.keys()].map((address) => fileKey(exam, address)))
      await remove((key) => key.startsWith(`${keyOf(exam)}/`) && !named.has(key))
    },
    async read(exam) {
      const read = readRecord(formats.exams, await readOrNone('exams', keyOf(exam)))
      return read.ok ? read.record : undefined
    },
    async filesOf(exam) {
      const files = new Map<string, Blob>()
      for (const address of exam.files) {
        const blob = await fileOf(exam, address)
        if (blob) files.set(address, blob)
      }
      return files
    },
    fileOf,
    clear: () => remove(() => true),
    clearOthers: (userGuid) => remove((key) => !key.startsWith(`${userGuid}/`)),
  }
}
