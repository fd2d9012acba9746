import type { AuthoredExam } from '../../authored-exam.ts'
import type { BankHtml } from '../../bank/bank-html.ts'
import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { childrenOf, numberIn, textIn, xmlAt } from '../../files/xml.ts'
import { folderOf } from '../../html/find-file.ts'
import type { LeftOut } from '../../imported-package.ts'

/** What Canvas says of a test beside its questions. */
export interface CanvasMeta {
  readonly title: string
  readonly shuffles: boolean
  readonly settings: AuthoredExam['settings']
  /** What it says that an import doesn't take. */
  readonly lost: readonly LeftOut[]
}

/** Fields of Canvas that say how a test is sat, with what they are where nobody set them, and what is done here instead. */
const untaken: Readonly<Record<string, readonly [unset: RegExp, why: string]>> = {
  access_code: [/^$/, 'A password belongs to a schedule (password in schedules.json).'],
  ip_filter: [/^$/, 'No schedule is bound to addresses.'],
  allowed_attempts: [/^(|1)$/, 'How often an exam is sat, its schedules say.'],
  due_at: [/^$/, 'Dates belong to a schedule.'],
  lock_at: [/^$/, 'Dates belong to a schedule.'],
  unlock_at: [/^$/, 'Dates belong to a schedule.'],
}

const untakenIn = (field: (name: string) => string, place: string): LeftOut[] =>
  Object.entries(untaken).flatMap(([name, [unset, why]]) =>
    unset.test(field(name)) ? [] : [{ place, what: name, why, loss: 'nothing' as const }],
  )

const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\..*$/, '')

/** The `assessment_meta.xml` of a file of questions: it stands beside it, or in the folder that is called as it is. */
export const canvasMeta = (files: PackageFiles, path: string, clean: BankHtml): CanvasMeta | undefined => {
  const found = [folderOf(path), nameOf(path)]
    .map((folder) => `${folder}${folder && '/'}assessment_meta.xml`)
    .find((one) => files.has(one))
  if (found === undefined) return undefined
  try {
    const root = xmlAt(files, found)
    const field = (name: string) => childrenOf(root, name).map(textIn)[0] ?? ''
    const minutes = numberIn(field('time_limit'))
    const description = childrenOf(root, 'description')[0]?.textContent ?? ''
    const introText = description.trim() === '' ? '' : clean.clean(description)
    return {
      title: field('title'),
      shuffles: field('shuffle_answers') === 'true',
      settings: {
        ...(minutes !== undefined && minutes > 0 && { examTime: minutes * 60 }),
        ...(field('cant_go_back') === 'true' && { oneWay: true }),
        ...(introText !== '' && { introText }),
      },
      lost: untakenIn(field, found),
    }
  } catch (error) {
    if (!(error instanceof PackageRefused)) throw error
    const lost = { place: found, what: 'settings of the test', why: error.message, loss: 'structure' as const }
    return { title: '', shuffles: false, settings: {}, lost: [lost] }
  }
}
