import type { SetAsideRecord } from '@sitwell/storage/set-aside'
import { type FormRunRecord, requestTypes } from '../storage/records.ts'

/** Something of a learner that this browser set aside: the server refused it for good, or it could not be read. */
export interface AsideEntry {
  readonly id: string
  readonly learnerName: string
  /** Empty if it isn't known. */
  readonly examName: string
  readonly formRunGuid: string
  /** Id of the question; empty if it concerns none. */
  readonly questionId: string
  readonly kind: AsideKind
  /** A code of the server's, or words. */
  readonly reason: string
  /** ISO 8601, by the server's clock as far as it was known. */
  readonly setAsideAt: string
  /** What it holds, as text. */
  readonly holds: string
  readonly record: SetAsideRecord
}

export type AsideKind = 'answer' | 'time' | 'finish' | 'log' | 'file' | 'course' | 'other'

export interface Aside {
  /** The latest first. */
  readonly entries: readonly AsideEntry[]
  /** How many records don't tell whose they are: they might be another organisation's. */
  readonly nobodys: number
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
const textOf = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** Whose a course's save is and of what: it says so itself, having no form run. */
const courseOf = ({ value }: SetAsideRecord): Whose | undefined => {
  const request = fieldsOf(value)
  const about = fieldsOf(fieldsOf(request.payload).about)
  if (request.type !== requestTypes.saveCourse || typeof about.orgId !== 'number') return undefined
  return {
    orgId: about.orgId,
    learnerName: textOf(about, 'learnerName'),
    examName: textOf(about, 'courseName'),
    formRunGuid: '',
    userGuid: textOf(request, 'userGuid'),
  }
}

/** The form run that a record speaks of, be the record as broken as it may: its key tells too. */
const runOf = ({ key, value }: SetAsideRecord, runs: readonly FormRunRecord[]): FormRunRecord | undefined => {
  const fields = fieldsOf(value)
  const words = new Set([...key.split('/'), textOf(fields, 'formRunGuid'), textOf(fields, 'userGuid')])
  const exact = runs.find(({ formRunGuid }) => words.has(formRunGuid))
  if (exact) return exact
  const theirs = runs.find(({ userGuid }) => words.has(userGuid))
  return theirs && { ...theirs, formRunGuid: '', examName: '' }
}

type Whose = Pick<FormRunRecord, 'orgId' | 'learnerName' | 'examName' | 'formRunGuid' | 'userGuid'>

const kinds = new Map<unknown, AsideKind>([
  [requestTypes.saveAnswer, 'answer'],
  [requestTypes.saveTime, 'time'],
  [requestTypes.finishExam, 'finish'],
  [requestTypes.saveActivityLog, 'log'],
  [requestTypes.saveCourse, 'course'],
])

const kindOf = ({ from, value }: SetAsideRecord): AsideKind => {
  if (from === 'answers') return 'answer'
  if (from === 'activities') return 'log'
  if (from === 'uploads') return 'file'
  return (from === 'requests' ? kinds.get(fieldsOf(value).type) : undefined) ?? 'other'
}

const questionOf = ({ from, key, value }: SetAsideRecord): string => {
  const fields = fieldsOf(value)
  if (from === 'answers') return textOf(fields, 'questionId') || (key.split('/').at(-1) ?? '')
  const isSave = from === 'requests' && fields.type === requestTypes.saveAnswer
  return isSave ? textOf(fields, 'callbackId').replace(/^leftover\//, '') : ''
}

/** An answer as it was typed or chosen, with its workings; a file's name; of anything else all of it. */
const holdsOf = ({ from, value }: SetAsideRecord): string => {
  const record = fieldsOf(value)
  if (from === 'uploads') return textOf(record, 'fileName')
  const fields = fieldsOf(from === 'answers' ? record.answer : record.payload)
  const workings = textOf(from === 'answers' ? record : fields, 'workings')
  const options = Array.isArray(fields.options) ? fields.options.map((option) => textOf(fieldsOf(option), 'optionText')) : []
  const answer = [textOf(fields, 'answerText') || options.join(', '), textOf(fields, 'otherText'), workings]
  const text = 'answerText' in fields ? answer.filter((one) => one !== '').join('\n') : undefined
  return text ?? (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

/** What was set aside in this browser of one organisation's learners. */
export const asideOf = (records: readonly SetAsideRecord[], formRuns: readonly FormRunRecord[], orgId: number): Aside => {
  let nobodys = 0
  const entries = records.flatMap((record): AsideEntry[] => {
    const run = courseOf(record) ?? runOf(record, formRuns)
    if (run?.orgId === undefined) nobodys += 1
    if (run?.orgId !== orgId) return []
    const { key, from, reason, setAsideAt } = record
    return [
      {
        id: `${setAsideAt}/${from}/${key}`,
        learnerName: run.learnerName ?? run.userGuid,
        examName: run.examName ?? '',
        formRunGuid: run.formRunGuid,
        questionId: questionOf(record),
        kind: kindOf(record),
        reason,
        setAsideAt,
        holds: holdsOf(record),
        record,
      },
    ]
  })
  return { entries: entries.sort((one, other) => (one.setAsideAt < other.setAsideAt ? 1 : -1)), nobodys }
}
