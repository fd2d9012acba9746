import type { ResultDecision, ResultRulesPreview, RulesFigures } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'

const billion = 1_000_000_000

/** Marks in billionths, in the digits of a language: as exact as they are, up to four decimals. */
export const marksText = (billionths: number, languageCode: string): string =>
  (billionths / billion).toLocaleString(languageCode, { maximumFractionDigits: 4 })

/** What somebody comes to: marks of marks, and their grade, or that they pass or fail if there are no grades. */
export const figuresText = ({ score, max, grade, passed }: RulesFigures, text: OfficeText, languageCode: string): string => {
  const marks = text('rules.marksOf', { marks: marksText(score, languageCode), of: marksText(max, languageCode) })
  const reached = gradeText({ grade, passed }, text)
  return reached === '' ? marks : text('rules.marksAndGrade', { marks, grade: reached })
}

/** The name of a grade; without one, whether somebody passes; empty if nothing is said of either. */
export const gradeText = ({ grade, passed }: Pick<RulesFigures, 'grade' | 'passed'>, text: OfficeText): string => {
  if (grade !== '') return grade
  if (passed === null) return ''
  return text(passed ? 'rules.passed' : 'rules.notPassed')
}

type Counts = Pick<ResultRulesPreview, 'down' | 'fails' | 'grade' | 'kept' | 'passes' | 'settled' | 'up' | 'waiting'>

/** Who goes up and down in a few words, and whoever passes or fails by it. */
export const movesText = (
  { up, down, passes, fails }: Pick<Counts, 'down' | 'fails' | 'passes' | 'up'>,
  text: OfficeText,
): string =>
  [
    text('rules.up', { count: up }),
    text('rules.down', { count: down }),
    ...(passes > 0 ? [text('rules.passes', { count: passes })] : []),
    ...(fails > 0 ? [text('rules.fails', { count: fails })] : []),
  ].join(' · ')

/** What a change does, a sentence each. `moves`: who goes up and down, if that is not by marks but by grades. */
export const effectTexts = (counts: Counts, text: OfficeText, moves = movesText(counts, text)): readonly string[] => [
  moves,
  ...(counts.grade > 0 ? [text('rules.grade', { count: counts.grade })] : []),
  ...(counts.kept > 0 ? [text('rules.kept', { count: counts.kept })] : []),
  ...(counts.settled > 0 ? [text('rules.settled', { count: counts.settled })] : []),
  ...(counts.waiting > 0 ? [text('rules.waiting', { count: counts.waiting })] : []),
]

/** A decision in words: what was done, and what becomes of whoever goes down if that had to be said. */
export const decisionText = ({ kind, also, down }: ResultDecision, text: OfficeText): string => {
  if (kind === 'accept') return text('rules.did.accept', { answer: acceptedText(also) })
  return kind === 'neutralise' ? text(`rules.did.neutralise.${down}`) : text(`rules.did.${kind}`)
}

const plain = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent.replace(/\s+/g, ' ').trim()

/** The words of an answer that is right too. */
export const acceptedText = (also: ResultDecision['also']): string => {
  if (!also) return ''
  const options = also.options.map(({ optionText, optionID }) => plain(optionText) || optionID)
  return options.length > 0 ? options.join(' · ') : plain(also.answerText)
}
