import { type AuthoredQuestion, authoredQuestion, facetsOf, markingOf } from '@sitwell/question-types/marking'
import { type AuthoredExam, type AuthoredSection, authoredExam } from '../authored-exam.ts'
import { mediaTypeIn } from '../files/media-type.ts'
import { type PackageFiles, PackageRefused } from '../files/package-files.ts'
import { fingerprintOf, guidOf, numberOf } from '../files/package-guid.ts'
import type { ItemVerdict, LeftOut, PackageReading } from '../imported-package.ts'
import { pathText, problemsOfIssues } from '../place.ts'
import type { BankEntry, BankQuestion, Scored } from './bank-question.ts'
import { draftsOf } from './draft-question.ts'
import { scoresIn } from './scores-in.ts'

/** More questions than any bank that is one exam. */
const mostQuestions = 20_000

/** A bank as its format was read: its questions in their order, and the files that they show. */
interface ReadBank {
  /** Names the format in the guids of its exams. */
  readonly format: string
  readonly title: string
  readonly entries: readonly BankEntry[]
  /** The files that texts of its questions name, by the path that they have there. */
  readonly shown: PackageFiles
  /** What was lost beside the questions. */
  readonly lost: readonly LeftOut[]
  /** What the bank says of the exam that it is. */
  readonly settings?: AuthoredExam['settings']
}

/** Ids go to the learner, and the name of a question may be its answer: each is its number. */
const idsFor = (questions: readonly BankQuestion[]): Map<BankQuestion, string> =>
  new Map(questions.map((question, at) => [question, `q${at + 1}`]))

type Taken =
  | { readonly question: AuthoredQuestion; readonly marking: string; readonly problem: string | undefined }
  | { readonly why: string }

/** More stars than an answer needs: each is one more place at which any text may fit. */
const mostStars = 20

const hasManyStars = ({ asks }: BankQuestion): boolean =>
  (asks.kind === 'typed' ? [asks.typed] : asks.kind === 'blanks' ? asks.blanks.map((one) => one.asks) : []).some(
    (typed) =>
      typed.is === 'text' && typed.hasWildcards && typed.accepted.some(({ text }) => text.split('*').length - 1 > mostStars),
  )

/** The question, held against what its bank says that its answers are worth; what differs waits for a person. */
const takeOne = (entry: BankQuestion, id: string): Taken => {
  if (hasManyStars(entry)) return { why: `One of its answers has more than ${mostStars} stars.` }
  const { html, marks, feedback = [], feedbackRules } = entry
  let problem: string | undefined
  let last: Record<string, unknown> = {}
  for (const { question: draft, marking } of draftsOf(entry)) {
    const from = facetsOf(String(draft.type))?.marks.from
    const whole = {
      ...draft,
      id,
      text: html,
      ...(feedback.length > 0 && { feedback: { parts: feedback, processing: feedbackRules } }),
      ...(from === 'question' && { marks }),
    }
    const read = authoredQuestion.safeParse(whole)
    if (!read.success) {
      const [issue] = read.error.issues
      return { why: `It can't be read as a question: ${issue?.path.join('.')} ${issue?.message}.` }
    }
    const question = read.data
    const isProved = question.processing === undefined || question.processing.kind === 'qti'
    const differs = isProved ? whyNot(question, scoresIn(entry, question)) : undefined
    if (differs === undefined) return { question, marking, problem: undefined }
    problem = differs
    last = whole
  }
  return { question: authoredQuestion.parse({ ...last, processing: { kind: 'person' } }), marking: 'by a person', problem }
}

/** What is marked otherwise than it should be, in words; undefined if nothing is. */
const whyNot = (question: AuthoredQuestion, scores: readonly Scored[]): string | undefined => {
  for (const { answer, score, reported } of scores) {
    const mark = markingOf(question).mark(question, answer)
    if (Math.abs(mark.score - score) > 1e-6 || mark.needsPerson)
      return `The answer "${reported}" is worth ${score} in its source, and would be worth ${mark.score} here. A person marks it.`
  }
  return undefined
}

/** The questions that a bank's entries become, by their sections, and what happens to each entry. */
const takeAll = ({ entries, lost }: ReadBank, onItem: ((count: number) => void) | undefined) => {
  const leftOut: LeftOut[] = [...lost]
  const items: ItemVerdict[] = []
  const took = (item: ItemVerdict) => {
    const count = items.push(item)
    onItem?.(count)
  }
  const ids = idsFor(entries.flatMap((one) => ('why' in one ? [] : [one])))
  const sections = new Map<string, AuthoredQuestion[]>()
  for (const entry of entries) {
    const { place, name: identifier, original } = entry
    const taken = 'why' in entry ? entry : takeOne(entry, ids.get(entry) ?? identifier)
    if ('why' in taken || 'why' in entry) {
      leftOut.push({ place, what: 'item', why: 'why' in taken ? taken.why : '', loss: 'structure' })
      took({ place, identifier, question: undefined, original })
      continue
    }
    const { question, marking, problem } = taken
    for (const one of entry.lost) leftOut.push({ place, ...one })
    if (problem !== undefined) leftOut.push({ place, what: 'marking', why: problem, loss: 'marks' })
    took({ place, identifier, question: { id: question.id, type: question.type, marks: question.marks, marking }, original })
    sections.set(entry.section, [...(sections.get(entry.section) ?? []), question])
  }
  return { sections, leftOut, items }
}

/** The questions of a bank as an exam, a section for each of its categories in the order in which they come first. */
export const examOfBank = (files: PackageFiles, bank: ReadBank, onItem?: (count: number) => void): PackageReading => {
  const { format, title, entries, shown } = bank
  if (entries.length > mostQuestions) throw new PackageRefused('package', `It has more than ${mostQuestions} questions.`)
  const { sections, leftOut, items } = takeAll(bank, onItem)
  if (sections.size === 0) {
    const first = leftOut.find(({ what }) => what === 'item')
    throw new PackageRefused('package', `None of its questions can be read${first ? ` (${first.place}: ${first.why})` : ''}.`)
  }
  const fingerprint = fingerprintOf(files)
  const exam: Record<keyof AuthoredExam, unknown> = {
    format: 'sitwell-exam',
    formatVersion: 1,
    examGuid: guidOf(format, fingerprint),
    examTypeGuid: guidOf('sitwell', 'exam type', format),
    name: title.slice(0, 300) || 'Questions',
    version: 1,
    objectID: numberOf(format, fingerprint),
    qualificationID: undefined,
    settings: bank.settings ?? {},
    passMark: undefined,
    gradeBoundaries: [],
    feedback: undefined,
    messages: {},
    sections: [...sections].map(
      ([name, questions], at): AuthoredSection => ({ id: `s${at + 1}`, name: name || title, questions }),
    ),
    idSeed: undefined,
    route: undefined,
  }
  const read = authoredExam.safeParse(exam)
  if (!read.success) return { ok: false, problems: problemsOfIssues(read.error.issues, (path) => `package ${pathText(path)}`) }
  const resources = [...shown].flatMap(([path, bytes]) => {
    const mediaType = mediaTypeIn(path, bytes)
    return mediaType ? [{ path, mediaType, bytes }] : []
  })
  return { ok: true, package: { exam: read.data, resources, schedules: [], leftOut, items, hasForeignIds: true } }
}
