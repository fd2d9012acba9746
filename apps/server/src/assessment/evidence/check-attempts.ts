import type { LedgerEvent } from '@sitwell/exam/ledger/ledger'
import { standingAfter } from '@sitwell/question-types/marking'
import type { AnswerEventTable } from '../../db/schema.ts'
import { attemptsIn, hasAttempts, type KeptAttempt, type LoadedExam } from '../form-run/index.ts'
import { type Checked, counted } from './finding.ts'

const findingsAt = (questionId: string, kept: readonly KeptAttempt[], closes: (count: number) => boolean): string[] =>
  kept.flatMap(({ sequence, stored, isLast }, index) => {
    const which = `Attempt ${index + 1} at question ${questionId}`
    const found: string[] = []
    if (sequence !== undefined && stored === undefined)
      found.push(`${which} names the answer of sequence ${sequence}, which never stood.`)
    if (kept[index - 1]?.isLast) found.push(`${which} came after the question was closed.`)
    else if (closes(index + 1) !== isLast)
      found.push(
        `${which} ${isLast ? 'closed it, and' : 'left it open, though'} by its rules it was ${isLast ? 'not ' : ''}the last.`,
      )
    return found
  })

/** Holds the attempts that a ledger has against the answers that they name, and what each came to against working it out again. */
export const checkAttempts = (
  loaded: Pick<LoadedExam, 'questions'>,
  saves: readonly AnswerEventTable[],
  events: readonly LedgerEvent[],
): Checked[] => {
  const attempts = attemptsIn(events, saves)
  if (!hasAttempts(loaded) && attempts.size === 0) return []
  const questions = new Map(loaded.questions.map((question) => [question.id, question]))
  const findings = [...attempts].flatMap(([id, kept]) => {
    const question = questions.get(id)
    if (!question?.attempts) return [`Question ${id} takes no attempts, but has ${kept.length}.`]
    return findingsAt(id, kept, (count) => standingAfter(question, kept.slice(0, count)).isClosed)
  })
  const made = [...attempts.values()].reduce((sum, kept) => sum + kept.length, 0)
  return [{ about: 'attempts', says: `${counted(made, 'attempt')}, each at an answer that stood`, findings }]
}
