import type { Declaration } from '@sitwell/qti/declaration'
import { numberIn } from '@sitwell/qti/score'
import { correctSetIn } from '@sitwell/qti/template'
import { type AuthoredQuestion, authoredQuestion, type ResponseBinding } from '@sitwell/question-types/marking'
import type { Loss } from '../../imported-package.ts'
import { proveDrawn } from './prove-drawn.ts'
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
  /** What is written or handed in, which a person reads unless the item's rules do. */
  readonly isForPerson: boolean
  /** Whether something of that stands beside what rules mark. */
  readonly isPartForPerson: boolean
  /** Whether a file is handed in with it, which no rules see. */
  readonly takesFile: boolean
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
  return found?.byDefault?.cardinality === 'single' ? numberIn(found.byDefault) : undefined
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

/** The question worth so many marks; those of the parts of a written answer come to the same. */
const worth = (question: AuthoredQuestion, marks: number): AuthoredQuestion => {
  if (question.type === 'STATICTEXT') return question
  if (question.type !== 'MULTITEXT') return { ...question, marks }
  const share = Math.floor((marks / question.parts.length) * 100) / 100
  const rest = Math.round((marks - share * (question.parts.length - 1)) * 1e9) / 1e9
  const parts = question.parts.map((part, at) => ({ ...part, marks: at === question.parts.length - 1 ? rest : share }))
  return { ...question, parts, marks }
}

const person = (question: Record<string, unknown>) => ({ ...question, processing: { kind: 'person' } })

/** Marks a drafted question as its source does, once that was proved; else a person does, and the loss is told. */
export const markedAs = (draft: Draft, source: ItemSource): Marked => {
  const { way, problem } = wayOf(source, draft, Object.keys(draft.responses))
  const stated = statedMarks(source)
  // Several texts of one response are one answer, and not several marks.
  const forPerson = stated ?? (draft.question.type === 'MULTITEXT' && Object.keys(draft.responses).length === 1 ? 1 : undefined)
  const finish = (
    question: Record<string, unknown>,
    marks: number | undefined,
    marking: string,
    notes: readonly ReportedLoss[] = [],
  ): Marked => {
    const read = parsed(question)
    if (typeof read === 'string') return { why: read }
    return { question: marks === undefined ? read : worth(read, marks), marking, reported: notes }
  }
  const waiting = (why: string): Marked =>
    finish(person(draft.question), forPerson, 'by a person', [
      { what: 'response processing', why: `${why} A person marks it.`, loss: 'marks' },
    ])

  if (way === 'person')
    return problem === undefined ? finish(person(draft.question), forPerson, 'by a person') : waiting(problem)
  if (way === 'type') return finish(draft.question, forPerson, 'by a person')
  if (way === 'none' && draft.isPartForPerson) return finish(person(draft.question), forPerson, 'by a person')
  if (way === 'none') {
    const isScored = stated !== undefined
    return finish(
      { ...draft.question, processing: { kind: isScored ? 'person' : 'none' } },
      stated ?? 0,
      isScored ? 'by a person' : 'not marked',
      [
        {
          what: 'key',
          why: `It names no right answer${isScored ? ': a person marks it' : ' and no marks: it counts for nothing'}.`,
          loss: 'nothing',
        },
      ],
    )
  }
  // A key is everybody's, and a right answer that is drawn is not.
  if (way === 'key' && (draft.question.type === 'QGRID' || draft.question.template))
    return waiting('It has a right answer and no processing.')
  if (way === 'key')
    return finish(draft.question, stated, 'by its key', [
      {
        what: 'response processing',
        why: 'It has none that gives a score; it is marked by its correct response.',
        loss: 'marks',
      },
    ])

  if (draft.takesFile && draft.question.type === 'QGRID') return waiting('No rules here look at the file that is handed in.')
  const unread = Object.keys(draft.responses).filter((one) => source.item && !responsesAsked(source.item).has(one))
  if (draft.isPartForPerson && unread.length > 0) return waiting(`Its rules say nothing of ${unread.join(', ')}.`)
  const processing = {
    kind: 'qti' as const,
    version: source.version,
    item: source.tree,
    responses: { ...draft.responses },
    weight: 1,
  }
  const read = parsed({ ...draft.question, processing })
  if (typeof read === 'string') return { why: read }
  const proof = proveDrawn(read, hasWholeKey)
  if (proof.problem !== undefined) return waiting(proof.problem)
  // Rules that give a written answer nothing leave the marks to a person.
  if (draft.isForPerson && proof.best === 0) return finish(draft.question, forPerson, 'by a person')
  const marks = Math.max(stated ?? 0, proof.best)
  const notes: ReportedLoss[] = []
  if (proof.best === 0)
    notes.push({ what: 'marks', why: 'None of its own answers earns a mark, and so it is in its source.', loss: 'nothing' })
  else if (proof.right !== undefined && proof.right < proof.best)
    notes.push({
      what: 'marks',
      why: `The answer that it calls right earns ${proof.right}, another ${proof.best}, as in its source.`,
      loss: 'nothing',
    })
  if (stated !== undefined && proof.best > stated)
    notes.push({ what: 'marks', why: `It says that it is worth ${stated}, and gives up to ${proof.best}.`, loss: 'nothing' })
  if (proof.otherwise !== undefined)
    notes.push({ what: 'marking', why: `Marked by its own processing: ${proof.otherwise}.`, loss: 'nothing' })
  return { question: worth(read, marks > 0 ? marks : 1), marking: 'by its processing', reported: notes }
}

/** Whether the question's own type could mark it too. */
const hasWholeKey = (question: AuthoredQuestion): boolean => {
  if (question.type === 'QGRID') return false
  if (!('key' in question) || question.key === undefined)
    return question.type === 'MULTITEXT' && question.parts.every(({ key }) => key)
  if (typeof question.key === 'string') return question.key !== ''
  return Array.isArray(question.key) ? question.key.length > 0 : Object.keys(question.key).length > 0
}
