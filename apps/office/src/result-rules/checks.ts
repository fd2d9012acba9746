import type { QuestionStatisticsRow } from '@sitwell/contract'

/** What about a question is to be looked at. */
export type Check =
  | { readonly kind: 'nearly-all-right' | 'nearly-all-wrong' | 'negative' }
  | { readonly kind: 'strong-choose'; readonly option: string }

const nearlyAll = 0.95
/** Differences that rounding leaves. */
const hair = 1e-9

type Row = Pick<QuestionStatisticsRow, 'corrected' | 'facility' | 'fifths' | 'options'>

/** The option that more of the highest fifth chose than had the marks: of a question with one right answer it can't be that. */
const chosenByStrong = ({ fifths = [], options }: Row): string | undefined => {
  const top = fifths.findLastIndex(({ people }) => people > 0)
  const { people = 0, facility } = fifths[top] ?? {}
  if (facility === undefined) return undefined
  const chosen = options.map((option) => ({ words: option.text || option.id, count: option.byFifth[top] ?? 0 }))
  // Whoever chose several options answered a question with several right ones, of which nothing can be said this way.
  if (chosen.reduce((sum, { count }) => sum + count, 0) > people) return undefined
  const most = chosen.sort((one, other) => other.count - one.count)[0]
  return most && most.count / people > facility + hair ? most.words : undefined
}

/** What a question's figures say against it, the weightiest first; nothing if there are too few people. */
export const checksOf = (question: Row): readonly Check[] => {
  const { corrected, facility } = question
  if (typeof facility !== 'number') return []
  const option = chosenByStrong(question)
  return [
    ...(typeof corrected === 'number' && corrected < -hair ? [{ kind: 'negative' as const }] : []),
    ...(option === undefined ? [] : [{ kind: 'strong-choose' as const, option }]),
    ...(facility >= nearlyAll ? [{ kind: 'nearly-all-right' as const }] : []),
    ...(facility <= 1 - nearlyAll ? [{ kind: 'nearly-all-wrong' as const }] : []),
  ]
}

/** Whether a question is likely to have a wrong key, and not only to be easy or hard. */
export const isAdverse = (question: Row): boolean =>
  checksOf(question).some(({ kind }) => kind === 'negative' || kind === 'strong-choose')
