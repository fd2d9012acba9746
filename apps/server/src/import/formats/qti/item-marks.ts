import type { Declaration } from '@sitwell/qti/declaration'
import { numberIn } from '@sitwell/qti/score'
import { correctSetIn } from '@sitwell/qti/template'
import {
  type AuthoredQuestion,
  authoredQuestion,
  facetsOf,
  ownMarkingOf,
  type ResponseBinding,
  withMarks,
} from '@sitwell/question-types/marking'
import type { Loss } from '../../imported-package.ts'
import { proveDrawn } from './prove-drawn.ts'
import type { Proof } from './prove-marks.ts'
import { type ItemSource, isExternallyScored, responsesAsked, setsScore } from './source-of-item.ts'

/** A question as it was drafted from an item, with the marks of its source. */
export type Marked =
  | { readonly question: AuthoredQuestion; readonly marking: string; readonly reported: readonly ReportedLoss[] }
  | { readonly why: string }

interface ReportedLoss {
  readonly what: string
  readonly why: string
  readonly loss: Loss
}

interface Draft {
  readonly question: Record<string, unknown>
  readonly responses: Readonly<Record<string, ResponseBinding>>
  /** Whether it is a form, of which neither a key nor rules here know every kind of field. */
  readonly isForm: boolean
  /** What is written or handed in, which a person reads unless the item's rules do. */
  readonly isForPerson: boolean
  /** Whether something of that stands beside what rules mark. */
  readonly isPartForPerson: boolean
  /** Whether a file is handed in with it, which no rules see. */
  readonly takesFile: boolean
  /** Whether something is drawn in it, which no rules see either. */
  readonly isDrawn: boolean
}

/** How an item is to be marked, before its answers were tried. */
export const wayOf = (source: ItemSource, { isForPerson }: { isForPerson: boolean }, responses: readonly string[]) => {
  const { item, problem } = source
  if (!item) return { way: 'person', problem } as const
  if (isExternallyScored(source)) return { way: 'person', problem: undefined } as const
  const isRead = responses.some((one) => responsesAsked(item).has(one))
  if (item.responseRules && setsScore(item) && (isRead || !isForPerson)) return { way: 'source', problem: undefined } as const
  if (isForPerson) return { way: 'type', problem: undefined } as const
  const hasKey = item.declarations.some(
    (one) =>
      responses.includes(one.identifier) &&
      (one.correct !== null || one.mapping || one.areaMapping || correctSetIn(item.templateRules).has(one.identifier)),
  )
  return { way: hasKey ? 'key' : 'none', problem: undefined } as const
}

const constant = (declarations: readonly Declaration[], name: string): number | undefined => {
  const found = declarations.find(({ kind, identifier }) => kind === 'outcome' && identifier.toUpperCase() === name)
  const value = found?.byDefault
  const isNumber = value?.cardinality === 'single' && typeof value.value === 'number' && Number.isFinite(value.value)
  return isNumber ? numberIn(value) : undefined
}

/** The marks that an item says are its best: `MAXSCORE`, or the maximum of `SCORE`. */
const statedMarks = ({ item }: ItemSource): number | undefined => {
  const declarations = item?.declarations ?? []
  const stated =
    constant(declarations, 'MAXSCORE') ?? declarations.find(({ identifier }) => identifier === 'SCORE')?.normalMaximum
  return stated !== undefined && stated > 0 ? stated : undefined
}

const parsed = (question: Record<string, unknown>): AuthoredQuestion | string => {
  const read = authoredQuestion.safeParse(question)
  if (read.success) return read.data
  const [issue] = read.error.issues
  return `It can't be read as a question: ${issue?.path.join('.')} ${issue?.message}.`
}

/** The question worth this many marks; those of the parts of a written answer come to the same. */
const worth = (question: AuthoredQuestion, marks: number): AuthoredQuestion => {
  const shareOf = (at: number, count: number) => {
    const share = Math.floor((marks / count) * 100) / 100
    return at === count - 1 ? Math.round((marks - share * (count - 1)) * 1e9) / 1e9 : share
  }
  return withMarks(question, { marks, ofPart: (_own, at, count) => shareOf(at, count) })
}

const finished = (
  question: Record<string, unknown>,
  marks: number | undefined,
  marking: string,
  reported: readonly ReportedLoss[] = [],
): Marked => {
  const read = parsed(question)
  if (typeof read === 'string') return { why: read }
  return { question: marks === undefined ? read : worth(read, marks), marking, reported }
}

/** The marks of what a person reads. Several texts of one response are one answer, and not several marks. */
const marksByPerson = ({ question, responses }: Draft, source: ItemSource): number | undefined =>
  statedMarks(source) ??
  (facetsOf(String(question.type))?.marks.from === 'parts' && Object.keys(responses).length === 1 ? 1 : undefined)

const byPerson = (draft: Draft, source: ItemSource, reported: readonly ReportedLoss[] = []): Marked =>
  finished({ ...draft.question, processing: { kind: 'person' } }, marksByPerson(draft, source), 'by a person', reported)

/** A person marks it, because nothing else can. */
const waiting = (draft: Draft, source: ItemSource, why: string): Marked =>
  byPerson(draft, source, [{ what: 'response processing', why: `${why} A person marks it.`, loss: 'marks' }])

/** A person marks what is written or handed in, as its type has it. */
const byType = (draft: Draft, source: ItemSource): Marked =>
  finished(draft.question, marksByPerson(draft, source), 'by a person')

const withoutKey = ({ question }: Draft, source: ItemSource): Marked => {
  const stated = statedMarks(source)
  const isScored = stated !== undefined
  const then = isScored ? ': a person marks it' : ' and no marks: it counts for nothing'
  return finished(
    { ...question, processing: { kind: isScored ? 'person' : 'none' } },
    stated ?? 0,
    isScored ? 'by a person' : 'not marked',
    [{ what: 'key', why: `It names no right answer${then}.`, loss: 'nothing' }],
  )
}

const byKey = (draft: Draft, source: ItemSource): Marked => {
  // A key is everybody's, and a right answer that is drawn is not.
  if (draft.isForm || draft.question.template) return waiting(draft, source, 'It has a right answer and no processing.')
  const read = parsed(draft.question)
  // A mapping alone is none: nothing says that it is used.
  if (typeof read === 'string' || !hasWholeKey(read))
    return waiting(draft, source, 'It has no processing, and nothing else in it is a key.')
  return finished(draft.question, statedMarks(source), 'by its key', [
    {
      what: 'response processing',
      why: 'It has none that gives a score; it is marked by its correct response.',
      loss: 'marks',
    },
  ])
}

/** Why its rules can't mark an item, as far as nothing has to be tried for it. */
const whyNotByRules = (
  { isForm, responses, takesFile, isDrawn, isPartForPerson }: Draft,
  { item }: ItemSource,
): string | undefined => {
  if (takesFile && isForm) return 'No rules here look at the file that is handed in.'
  if (isDrawn) return 'No rules here look at what is drawn.'
  const unread = Object.keys(responses).filter((one) => item && !responsesAsked(item).has(one))
  return isPartForPerson && unread.length > 0 ? `Its rules say nothing of ${unread.join(', ')}.` : undefined
}

/** What is worth knowing of an item that its rules mark. */
const notesOf = ({ best, right, otherwise }: Proof, stated: number | undefined): ReportedLoss[] => {
  const notes: ReportedLoss[] = []
  const note = (what: string, why: string) => notes.push({ what, why, loss: 'nothing' })
  if (best === 0) note('marks', 'None of its own answers earns a mark, and so it is in its source.')
  else if (right !== undefined && right < best)
    note('marks', `The answer that it calls right earns ${right}, another ${best}, as in its source.`)
  if (stated !== undefined && best > stated) note('marks', `It says that it is worth ${stated}, and gives up to ${best}.`)
  if (otherwise !== undefined) note('marking', `Marked by its own processing: ${otherwise}.`)
  return notes
}

const byRules = (draft: Draft, source: ItemSource): Marked => {
  const why = whyNotByRules(draft, source)
  if (why !== undefined) return waiting(draft, source, why)
  const processing = {
    kind: 'qti' as const,
    version: source.version,
    item: source.tree,
    responses: { ...draft.responses },
    weight: 1,
  }
  const stated = statedMarks(source)
  const read = parsed({ ...draft.question, processing })
  if (typeof read === 'string') return { why: read }
  const proof = proveDrawn(read, hasWholeKey)
  if (proof.problem !== undefined) return waiting(draft, source, proof.problem)
  // Rules that give a written answer nothing leave the marks to a person.
  if (draft.isForPerson && proof.best === 0) return byType(draft, source)
  const marks = Math.max(stated ?? 0, proof.best)
  return { question: worth(read, marks > 0 ? marks : 1), marking: 'by its processing', reported: notesOf(proof, stated) }
}

/** Marks a drafted question as its source does, once that was proved; otherwise a person does, and the loss is told. */
export const markedAs = (draft: Draft, source: ItemSource): Marked => {
  const { way, problem } = wayOf(source, draft, Object.keys(draft.responses))
  if (way === 'person') return problem === undefined ? byPerson(draft, source) : waiting(draft, source, problem)
  if (way === 'type') return byType(draft, source)
  if (way === 'none') return draft.isPartForPerson ? byPerson(draft, source) : withoutKey(draft, source)
  return way === 'key' ? byKey(draft, source) : byRules(draft, source)
}

/** Whether the question's own type could mark it too. */
const hasWholeKey = (question: AuthoredQuestion): boolean => ownMarkingOf(question).hasKey(question)
