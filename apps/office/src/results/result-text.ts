import type { ResultFigures, ResultOutcome, ResultRow, ResultSet, ResultSetState } from '@sitwell/contract'
import type { StatusTone } from '@sitwell/office-ui/status-mark.tsx'
import type { OfficeText } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'

export const setTones = {
  none: 'idle',
  computed: 'late',
  confirmed: 'good',
  releasing: 'good',
  released: 'done',
  withdrawn: 'bad',
} as const satisfies Readonly<Record<ResultSetState | 'none', StatusTone>>

const outcomeTones = {
  sat: 'good',
  absent: 'idle',
  excused: 'idle',
  withdrawn: 'idle',
  void: 'bad',
  malpractice: 'bad',
  open: 'late',
  unknown: 'late',
} as const satisfies Readonly<Record<ResultOutcome, StatusTone>>

/** What became of a person, and whether it is withheld from them. */
export const outcomeStatus = ({ outcome, isWithheld }: Pick<ResultFigures, 'outcome' | 'isWithheld'>, text: OfficeText) => {
  const named = text(`results.outcome.${outcome}`)
  return isWithheld
    ? { tone: 'bad' as const, text: text('results.outcomeHeld', { outcome: named }) }
    : { tone: outcomeTones[outcome], text: named }
}

/** Marks of the most that there are; empty without a score, which is no score of zero. */
export const scoreText = ({ score, maxScore }: ResultFigures, text: OfficeText, languageCode: string): string => {
  if (score === undefined || maxScore === undefined) return ''
  const number = (value: number) => value.toLocaleString(languageCode, { maximumFractionDigits: 9 })
  return text('results.scoreOf', { score: number(score), max: number(maxScore) })
}

/** The percentage as it was rounded, with two decimals at most. */
export const percentText = ({ percent }: ResultFigures, languageCode: string): string =>
  percent === undefined ? '' : (percent / 100).toLocaleString(languageCode, { style: 'percent', maximumFractionDigits: 2 })

export const passText = ({ passed }: ResultFigures, text: OfficeText): string =>
  passed === undefined ? '' : text(passed ? 'results.passed' : 'results.failedExam')

/** A result in one line: marks, grade, and whether it is a pass; without marks, and if it is withheld, what became of the person. */
export const figuresText = (figures: ResultFigures | undefined, text: OfficeText, languageCode: string): string => {
  if (figures === undefined) return '–'
  const score = scoreText(figures, text, languageCode)
  const outcome = score === '' || figures.isWithheld ? outcomeStatus(figures, text).text : ''
  return [outcome, score, figures.grade ?? '', passText(figures, text)].filter((part) => part !== '').join(' · ')
}

/** What a person of a row is called; nobody's name is left of somebody who was erased. */
export const rowName = (row: Pick<ResultRow, 'row' | 'username' | 'firstName' | 'lastName' | 'isErased'>, text: OfficeText) =>
  row.isErased ? text('results.erased') : nameOf(row)

/** A set by its number and state. */
export const setText = ({ set, state }: Pick<ResultSet, 'set' | 'state'>, text: OfficeText): string =>
  text('results.setOf', { number: set, state: text(`results.state.${state}`) })
