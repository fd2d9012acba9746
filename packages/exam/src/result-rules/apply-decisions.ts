import type { DecidedQuestion, Decision, QuestionMarks } from './result-rules.ts'
import { compareProducts, type Marks } from './share.ts'

/** Decisions by the questions that they are about. */
export type DecisionsByQuestion = ReadonlyMap<string, readonly Decision[]>

export const byQuestion = (decisions: readonly Decision[]): DecisionsByQuestion =>
  Map.groupBy(decisions, ({ questionID }) => questionID)

/** Whether a question counts for nobody, whatever becomes of whom. */
export const isNeutralisedForAll = ({ kind, down }: Decision): boolean => kind === 'neutralise' && down === 'apply'

const isNeutralisedForSome = ({ kind, down }: Decision): boolean =>
  kind === 'neutralise-if-better' || (kind === 'neutralise' && down === 'keep')

const asMarked = ({ questionID, score, max, waits = false }: QuestionMarks): DecidedQuestion => ({
  ...{ questionID, score, max, waits },
})

const neutralised = ({ questionID }: Pick<QuestionMarks, 'questionID'>): DecidedQuestion => ({
  ...{ questionID, score: 0, max: 0, waits: false, decided: 'neutralised' },
})

/** A question after the decisions that give marks. */
const withMarks = (question: QuestionMarks, decisions: readonly Decision[]): DecidedQuestion => {
  const { questionID, score, max, waits = false, alsoScore } = question
  if (decisions.some(({ kind }) => kind === 'full') && (waits || score < max))
    return { ...{ questionID, max, waits: false, decided: 'full' }, score: max }
  if (alsoScore !== undefined && decisions.some(({ kind }) => kind === 'accept') && (waits || score < alsoScore))
    return { ...{ questionID, max, waits: false, decided: 'accepted' }, score: alsoScore }
  return asMarked(question)
}

const totalOf = (questions: readonly DecidedQuestion[]): Marks => ({
  score: questions.reduce((sum, { score }) => sum + score, 0),
  max: questions.reduce((sum, { max }) => sum + max, 0),
})

/**
 * Those of the questions that may be neutralised for some without which this person comes to the greatest part of their marks: those of which they have the least part come
 * first, for as long as they have less of them than of all. No other choice among them comes to more, and it is the same in whatever order the decisions stand.
 */
const toNeutralise = (questions: readonly DecidedQuestion[], decisions: DecisionsByQuestion): ReadonlySet<string> => {
  const chosen = new Set<string>()
  let { score, max } = totalOf(questions)
  const candidates = questions
    .filter(({ questionID }) => decisions.get(questionID)?.some(isNeutralisedForSome))
    .sort(
      (one, other) =>
        // A penalty of a question without marks is less than any part of some.
        compareProducts(one.score, Math.max(other.max, 1), other.score, Math.max(one.max, 1)) ||
        (one.questionID < other.questionID ? -1 : 1),
    )
  for (const one of candidates) {
    const difference = compareProducts(one.score, max, score, one.max)
    // Without the question they come to just as much: it still counts for nobody if the decision says so of all who don't come to less.
    const isDue =
      difference < 0 || (difference === 0 && decisions.get(one.questionID)?.some(({ kind }) => kind === 'neutralise'))
    if (!isDue || max - one.max <= 0) continue
    chosen.add(one.questionID)
    score -= one.score
    max -= one.max
  }
  return chosen
}

/**
 * The marks of the questions that one person was asked after what was decided about them, in the same order. Whoever would be left without any question by what is
 * neutralised keeps all of them. What is neutralised for some counts for somebody whose answers wait for marks as if nothing had been decided: nobody knows yet whether it
 * helps.
 */
export const applyDecisions = (
  questions: readonly QuestionMarks[],
  decisions: DecisionsByQuestion,
): readonly DecidedQuestion[] => {
  if (decisions.size === 0 || !questions.some(({ questionID }) => decisions.has(questionID))) return questions.map(asMarked)
  const of = ({ questionID }: Pick<QuestionMarks, 'questionID'>) => decisions.get(questionID) ?? []
  const marked = questions.map((question) => withMarks(question, of(question)))
  const isLeft = marked.some((question) => question.max > 0 && !of(question).some(isNeutralisedForAll))
  const some = isLeft
    ? marked.map((question) => (of(question).some(isNeutralisedForAll) ? neutralised(question) : question))
    : marked
  if (some.some(({ waits }) => waits)) return some
  const chosen = toNeutralise(some, decisions)
  return chosen.size === 0 ? some : some.map((one) => (chosen.has(one.questionID) ? neutralised(one) : one))
}

/** Whether somebody who was asked these questions has any left that counts, beside those that count for nobody. */
export const hasQuestionsLeft = (
  questions: readonly Pick<QuestionMarks, 'questionID' | 'max'>[],
  decisions: DecisionsByQuestion,
): boolean =>
  questions.every(({ max }) => max <= 0) ||
  questions.some(({ questionID, max }) => max > 0 && !decisions.get(questionID)?.some(isNeutralisedForAll))
