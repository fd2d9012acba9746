import type { Change, KeyValueStore } from './key-value-store.ts'
import { readRecord } from './record-format.ts'
import { formats, type KeptExam } from './records.ts'

/** Whose exam. */
export interface ExamOfUser {
  readonly userGuid: string
  readonly examGuid: string
}

/** The exam that is being sat in this browser, with its files. There is one: keeping it lets go of any other. */
export interface KeptExams {
  keep(exam: KeptExam, files: ReadonlyMap<string, Blob>): Promise<void>
  read(exam: ExamOfUser): Promise<KeptExam | undefined>
  /** By their addresses. */
  filesOf(exam: KeptExam): Promise<Map<string, Blob>>
  /** Deletes it all: the exam is over, or somebody else signs in. */
  clear(): Promise<void>
  /** Deletes what is not this user's. */
  clearOthers(userGuid: string): Promise<void>
}

const keyOf = ({ userGuid, examGuid }: ExamOfUser) => `${userGuid}/${examGuid}`
const fileKey = (exam: ExamOfUser, address: string) => `${keyOf(exam)}/${address}`

/** `onError` is told of what the browser can't read any more: it counts as not kept. */
export const createKeptExams = (store: KeyValueStore, onError: (error: unknown) => void = () => {}): KeptExams => {
  const readOrNone = async (place: 'exams' | 'examFiles', key: string) => {
    try {
      return await store.read(place, key)
    } catch (error) {
      onError(error)
      return undefined
    }
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
      for (const [address, blob] of files) await store.write([{ put: 'examFiles', key: fileKey(exam, address), value: blob }])
      await store.write([{ put: 'exams', key: keyOf(exam), value: { ...exam, files: [...files.keys()] } }])
    },
    async read(exam) {
      const read = readRecord(formats.exams, await readOrNone('exams', keyOf(exam)))
      return read.ok ? read.record : undefined
    },
    async filesOf(exam) {
      const files = new Map<string, Blob>()
      for (const address of exam.files) {
        const blob = await readOrNone('examFiles', fileKey(exam, address))
        if (blob instanceof Blob) files.set(address, blob)
      }
      return files
    },
    clear: () => remove(() => true),
    clearOthers: (userGuid) => remove((key) => !key.startsWith(`${userGuid}/`)),
  }
}
