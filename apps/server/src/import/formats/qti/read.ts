import { type AuthoredExam, type AuthoredSection, authoredExam } from '../../authored-exam.ts'
import { codeFileType, mediaTypeIn } from '../../files/media-type.ts'
import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { guidOf, numberOf } from '../../files/package-guid.ts'
import { attributeOf, nameOf, xmlAt } from '../../files/xml.ts'
import type { PackageReading } from '../../imported-package.ts'
import { pathText, problemsOfIssues } from '../../place.ts'
import type { ExamSource } from '../format.ts'
import { manifestFile } from './detect.ts'
import { settled } from './draws.ts'
import { looseFiles, readManifest } from './manifest.ts'
import { PackageIds } from './package-ids.ts'
import { type QtiReading, startReading } from './qti-reading.ts'
import { type ReadTest, readTest } from './read-test.ts'
import { takeItem } from './take-item.ts'

/** Exams that come from QTI are of one type. */
const examTypeGuid = guidOf('sitwell', 'exam type', 'qti')

/** A test has to be what the manifest says that it is; told before any item is read. */
const checkTest = (files: PackageFiles, path: string) => {
  const root = xmlAt(files, path)
  if (nameOf(root) !== 'assessmenttest')
    throw new PackageRefused(path, `The manifest says that this is an assessmenttest, but it is <${root.tagName}>.`)
}

/** The title of an item; undefined if it has none, or can't be read. */
const titleOf = (files: PackageFiles, path: string): string | undefined => {
  try {
    return attributeOf(xmlAt(files, path), 'title') || undefined
  } catch (error) {
    if (error instanceof PackageRefused) return undefined
    throw error
  }
}

/** Items without a test: all of them, in the manifest's order, as one section. */
const testOfItems = (reading: QtiReading, items: readonly string[]): ReadTest => {
  const ids = new PackageIds()
  const questions: AuthoredSection['questions'] = []
  for (const path of items) {
    const taken = takeItem(reading, path, 'item', { id: (own) => ids.take(own, path) })
    if (taken) questions.push(taken.question)
  }
  const titled = items.find((path) => titleOf(reading.files, path) !== undefined)
  const title = (titled !== undefined && titleOf(reading.files, titled)) || 'Questions'
  const sections = [{ id: ids.take('questions', 'questions.section'), name: title, questions }]
  return {
    title,
    identifier: 'items',
    examTime: undefined,
    oneWay: false,
    introText: '',
    sections,
    passMark: undefined,
    feedback: undefined,
    route: undefined,
  }
}

/** Sections that are left without a question say nothing to a learner. */
const withoutEmpty = (sections: readonly AuthoredSection[], reading: QtiReading): AuthoredSection[] =>
  sections.flatMap((section) => {
    const inside = withoutEmpty(section.sections ?? [], reading)
    if (inside.length > 0 || section.questions?.length)
      return [settled({ ...section, ...(section.sections && { sections: inside }) })]
    reading.lose(`section ${section.id}`, 'section', 'None of its questions could be read.', 'nothing')
    return []
  })

/** Reads a QTI package: what can be sat becomes the exam, everything else is listed with its place and why. */
export const readQti = (files: PackageFiles, { onItem }: Pick<ExamSource, 'onItem'> = {}): PackageReading => {
  const contents = files.has(manifestFile) ? readManifest(files) : looseFiles(files)
  const reading = startReading(files, onItem)
  const [main, ...others] = contents.tests
  for (const path of contents.tests) checkTest(files, path)
  for (const { place, why, loss } of contents.problems) reading.lose(place, 'file', why, loss)
  const test = main === undefined ? testOfItems(reading, contents.items) : readTest(reading, main)
  for (const other of others) reading.lose(other, 'test', 'A package is read as one exam: its first test.', 'structure')
  const sections = withoutEmpty(test.sections, reading)
  if (sections.length === 0) {
    const first = reading.leftOut.find((one) => one.what.startsWith('item') || one.what === 'file') ?? reading.leftOut[0]
    throw new PackageRefused(
      main ?? 'package',
      `None of its questions can be read${first ? ` (${first.place}: ${first.why})` : ''}.`,
    )
  }

  const { fingerprint } = reading
  const exam: Record<keyof AuthoredExam, unknown> = {
    format: 'sitwell-exam',
    formatVersion: 1,
    examGuid: guidOf('qti', test.identifier, fingerprint),
    examTypeGuid,
    name: test.title.slice(0, 300) || 'Exam',
    version: 1,
    objectID: numberOf('qti', test.identifier, fingerprint),
    qualificationID: undefined,
    settings: { examTime: test.examTime, oneWay: test.oneWay, introText: test.introText },
    passMark: test.passMark,
    gradeBoundaries: [],
    feedback: test.feedback,
    messages: {},
    idSeed: undefined,
    route: test.route,
    sections,
  }
  const read = authoredExam.safeParse(exam)
  if (!read.success)
    return { ok: false, problems: problemsOfIssues(read.error.issues, (path) => `${main ?? 'package'} ${pathText(path)}`) }
  const resources = [...reading.used].sort().flatMap((path) => {
    const bytes = files.get(path)
    const mediaType = bytes && (mediaTypeIn(path, bytes) ?? codeFileType(path))
    return mediaType ? [{ path, mediaType, bytes }] : []
  })
  const { leftOut, items } = reading
  return { ok: true, package: { exam: read.data, resources, schedules: [], leftOut, items, hasForeignIds: true } }
}
