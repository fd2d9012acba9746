import { type LanguageTag, languageOf } from '@sitwell/i18n/languages'
import { fill } from '../../paper/fill.ts'
import type { PaperDocument, PaperPart } from '../../paper/paper-parts.ts'
import type { StatementWords } from './statement-words.ts'

/** Outcomes of which there is a statement. */
export const statedOutcomes = ['sat', 'absent', 'excused', 'withdrawn', 'void', 'malpractice'] as const
export type StatedOutcome = (typeof statedOutcomes)[number]

export const isStated = (outcome: string): outcome is StatedOutcome => statedOutcomes.some((one) => one === outcome)

/** All that goes into a statement of a result, as plain data that a worker takes. */
export interface Statement {
  readonly language: LanguageTag
  readonly words: StatementWords
  readonly organisation: string
  readonly colours: PaperDocument['colours']
  readonly name: string
  /** By which the organisation knows the person. */
  readonly number: string
  readonly examName: string
  /** The delivery's name; undefined if the exam was in none. */
  readonly session: string | undefined
  /** When the exam was handed in, otherwise when it was to be sat, and the IANA zone of that day. */
  readonly dayMs: number
  readonly zone: string
  readonly outcome: StatedOutcome
  /** Of somebody who sat, as far as the exam shows it. Marks are numbers of marks. */
  readonly result: {
    readonly marks?: { readonly score: number; readonly max: number } | undefined
    readonly percent?: number | undefined
    readonly grade?: string | undefined
    readonly passed?: boolean | undefined
  }
  /** Nothing of the result is released. */
  readonly isPreview: boolean
  readonly issuedAtMs: number
}

/** At most two decimals, and none if there are none: as the player shows marks. */
const figure = (value: number) => String(Math.round(value * 100) / 100)

const dayIn = (atMs: number, zone: string, language: LanguageTag): string =>
  new Intl.DateTimeFormat(`${languageOf(language).code}-u-nu-latn`, { dateStyle: 'long', timeZone: zone }).format(atMs)

/** A table of names and what they are. */
const facts = (title: string, rows: readonly (readonly [name: string, value: string])[]): PaperPart => ({
  kind: 'table',
  title,
  rows: rows.map(([name, value]) => [{ text: name, isHeader: true }, { text: value }]),
  widths: [2, 3],
})

const outcomeWord = (outcome: StatedOutcome, words: StatementWords): string =>
  ({
    ...{ sat: words.SAT, absent: words.ABSENT, excused: words.EXCUSED },
    ...{ withdrawn: words.WITHDRAWN, void: words.VOID, malpractice: words.MALPRACTICE },
  })[outcome]

const resultRows = ({ outcome, result, words }: Statement): [string, string][] => {
  const rows: [string, string][] = [[words.OUTCOME, outcomeWord(outcome, words)]]
  if (outcome !== 'sat') return rows
  const { marks, percent, grade, passed } = result
  if (marks) rows.push([words.MARKS, fill(words.MARKS_OF, { marks: figure(marks.score), total: figure(marks.max) })])
  if (percent !== undefined) rows.push([words.PERCENTAGE, fill(words.PERCENT, { score: figure(percent) })])
  if (grade !== undefined && grade !== '') rows.push([words.GRADE, grade])
  if (passed !== undefined) rows.push([words.PASS, passed ? words.PASSED : words.NOT_PASSED])
  return rows
}

/** A statement of a result in the order in which it is read. One that is not released yet is called a preview in its title and above its figures. */
export const statementDocument = (statement: Statement): PaperDocument => {
  const { language, words, organisation, colours, name, number, examName, session, dayMs, zone, isPreview } = statement
  const about: (readonly [string, string])[] = [
    [words.NAME, name],
    [words.NUMBER, number],
    [words.EXAM, examName],
    ...(session === undefined ? [] : [[words.SESSION, session] as const]),
    [words.DATE, dayIn(dayMs, zone, language)],
  ]
  const issued = fill(words.ISSUED, { organisation, date: dayIn(statement.issuedAtMs, zone, language) })
  return {
    ...{ language, title: examName, subtitle: isPreview ? words.PREVIEW_TITLE : words.TITLE },
    ...{ organisation, learner: isPreview ? `${name} · ${words.PREVIEW_TITLE}` : name, colours },
    ...{ madeAtMs: statement.issuedAtMs, words },
    parts: [
      ...(isPreview ? [{ kind: 'paragraph', text: words.PREVIEW, style: 'strong' } as const] : []),
      { kind: 'heading', level: 2, text: words.CANDIDATE },
      facts(words.CANDIDATE, about),
      { kind: 'heading', level: 2, text: words.RESULT },
      facts(words.RESULT, resultRows(statement)),
      ...(isPreview ? [] : [{ kind: 'paragraph', text: issued, style: 'quiet' } as const]),
    ],
  }
}
