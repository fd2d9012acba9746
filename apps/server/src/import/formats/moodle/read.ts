import { titleOf } from '../../bank/bank-files.ts'
import { BankHtml } from '../../bank/bank-html.ts'
import { examOfBank } from '../../bank/read-bank.ts'
import { withHtml } from '../../bank/with-html.ts'
import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, xmlAt } from '../../files/xml.ts'
import type { LeftOut, PackageReading } from '../../imported-package.ts'
import type { ExamSource } from '../format.ts'
import { backupFiles, moodleFiles } from './detect.ts'
import { filesIn } from './moodle-files.ts'
import { fieldOf } from './moodle-xml.ts'
import { readMoodleQuestion } from './read-question.ts'

interface Found {
  readonly element: Element
  readonly place: string
  readonly section: string
  readonly number: number
  readonly folder: string
}

/** `$course$/top/Trees/Oaks` as its author reads it. */
const categoryOf = (element: Element) =>
  fieldOf(element, 'category')
    .replace(/^\$(course|system|module|cat\d*)\$\//i, '')
    .replace(/^top(\/|$)/i, '')

/** Reads Moodle XML: docs.moodle.org, “Moodle XML format”. */
export const readMoodle = (files: PackageFiles, { onItem }: ExamSource): PackageReading => {
  const paths = moodleFiles(files)
  const [backup] = backupFiles(files)
  if (paths.length === 0)
    throw new PackageRefused(
      backup ?? 'package',
      'This is the backup of a Moodle course. Export its questions instead: Question bank, Export, Moodle XML format.',
    )
  const lost: LeftOut[] = []
  const found: Found[] = []
  for (const path of paths) {
    let section = ''
    for (const [at, element] of childrenOf(xmlAt(files, path), 'question').entries()) {
      const place = `${path} question ${at + 1}`
      if (attributeOf(element, 'type') === 'category') section = categoryOf(element)
      else if (['1', 'true'].includes(fieldOf(element, 'hidden')))
        lost.push({
          place,
          what: 'hidden question',
          why: 'Moodle keeps it for what was answered before, and asks it no more.',
          loss: 'nothing',
        })
      else found.push({ element, place, section, number: at + 1, folder: `files/${found.length + 1}` })
    }
  }
  const own = new Map<string, Uint8Array>()
  const { entries, used } = withHtml(
    found,
    ({ element, folder }) => {
      const inside = filesIn(element, folder)
      for (const [path, bytes] of inside) own.set(path, bytes)
      return new BankHtml(inside)
    },
    ({ element, ...at }, html) => readMoodleQuestion(element, { ...at, html }),
    ({ element }) => element.toString(),
  )
  const shown = new Map([...own].filter(([path]) => used.has(path)))
  return examOfBank(files, { format: 'moodle', title: titleOf(paths[0] ?? ''), entries, shown, lost }, onItem)
}
