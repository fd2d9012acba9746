import { existsSync } from 'node:fs'
import type { Database } from '../db/database.ts'
import { nativePackage } from '../organisation/export/native-package.ts'
import { qtiPackage } from '../organisation/export/qti/qti-package.ts'
import { type StoredExam, selectStored, selectStoredExams } from '../organisation/export/select-stored.ts'
import { writeZip } from '../organisation/export/zip-file.ts'

export const exportFormats = ['native', 'qti3'] as const
type ExportFormat = (typeof exportFormats)[number]
export const isExportFormat = (word: string): word is ExportFormat => exportFormats.some((one) => one === word)

interface Wishes {
  readonly orgId: number
  /** The exam's guid, or its name where no other has it. */
  readonly exam: string
  readonly version: number | undefined
  readonly format: ExportFormat
  /** The file that is written; never over one that is there. */
  readonly to: string
}

const lines = (exams: readonly StoredExam[]) =>
  exams.map(({ examGuid, version, name }) => `\n  ${examGuid}  version ${version}  ${name}`).join('')

/** An exam by its guid or its name, or why there is none to write. */
const findStored = async (database: Database, orgId: number, wanted: string, version: Wishes['version']) => {
  const stored = await selectStored(database, { orgId, examGuid: wanted, version })
  if (stored) return stored
  const exams = await selectStoredExams(database, orgId)
  const found = exams.filter(({ examGuid, name }) => examGuid === wanted || name === wanted)
  if (found.length > 1)
    return `Several exams of organisation ${orgId} are called ${wanted}; say which by its guid:${lines(found)}`
  const [one] = found
  const named = one && (await selectStored(database, { orgId, examGuid: one.examGuid, version }))
  if (named) return named
  const none = `Organisation ${orgId} has no exam ${wanted}${one === undefined ? '' : ` of version ${version}`}.`
  return exams.length === 0 ? `${none} It has none at all.` : `${none} It has:${lines(exams)}`
}

/** `sitwell export`: writes an exam with its keys and files as a package. Answers the exit code. */
export const exportExam = async (database: Database, { orgId, exam: wanted, version, format, to }: Wishes): Promise<number> => {
  if (existsSync(to)) {
    console.error(`${to} is there already; nothing was written. Name another file with --to.`)
    return 1
  }
  const stored = await findStored(database, orgId, wanted, version)
  if (typeof stored === 'string') {
    console.error(stored)
    return 1
  }
  const { exam, resources } = stored
  const whole = `${to}  ${exam.name}, version ${exam.version}, with its keys; files: ${resources.length}`
  if (format === 'native') {
    await writeZip(to, nativePackage(stored))
    console.log(whole)
    return 0
  }
  const { files, items, notWritten } = qtiPackage(stored)
  if (items === 0) {
    console.error(`None of its questions fits QTI 3.0 (${notWritten.find((one) => one.isQuestion)?.why}); nothing was written.`)
    return 1
  }
  await writeZip(to, files)
  const left = notWritten.filter((one) => one.isQuestion).length
  console.log(`${whole}; questions: ${items}, left out: ${left}`)
  for (const { place, why, isQuestion } of notWritten) console.log(`  ${place}${isQuestion ? ' is left out' : ''}: ${why}`)
  return 0
}
