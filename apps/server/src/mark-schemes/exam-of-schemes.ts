import { type AuthoredQuestion, partsToMark } from '@sitwell/question-types/marking'
import type { ExamPlace, LoadedExam } from '../assessment/form-run/index.ts'
import { firstWords } from '../paper/first-words.ts'
import type { MarkSchemesContext } from './mark-schemes-context.ts'

/** What a person marks: a question, or one of its parts. */
export interface MarkedPlace {
  readonly question: AuthoredQuestion
  readonly part: string
  readonly marks: number
  /** Of the question in its exam, from 1. */
  readonly number: number
  /** Of the part in its question, from 1; undefined of a question that is marked as a whole. */
  readonly partNumber: number | undefined
  /** The beginning of what is asked, in plain words. */
  readonly text: string
}

/** Characters of a question that a list shows. */
const mostText = 200

const beginningOf = (html: string): string => firstWords(html, mostText)

/** A version of an exam as it was stored, with all that is drawn from; undefined if it isn't there. */
export const loadWholeExam = async (
  { database, exams }: Pick<MarkSchemesContext, 'database' | 'exams'>,
  place: ExamPlace,
): Promise<LoadedExam | undefined> => {
  const row = await database.kysely
    .selectFrom('exam')
    .select('imported_at')
    .where((where) => where.and({ org_id: place.org_id, exam_guid: place.exam_guid, version: place.version }))
    .executeTakeFirst()
  if (!row) return undefined
  const loaded = await exams.load({ ...place, schedule_guid: '', imported_at: row.imported_at, seed: null, supports: null })
  return loaded?.whole ?? loaded
}

const placesIn = (question: AuthoredQuestion, at: number): MarkedPlace[] =>
  partsToMark(question)
    .filter(({ byPerson }) => byPerson)
    .map(({ part, marks }) => {
      const partAt = question.type === 'MULTITEXT' ? question.parts.findIndex(({ id }) => id === part) : -1
      const ofPart = question.type === 'MULTITEXT' ? (question.parts[partAt]?.text ?? '') : ''
      const text = [question.text, ofPart].filter(Boolean).map(beginningOf).filter(Boolean).join(' ')
      return { question, part, marks, number: at + 1, partNumber: partAt < 0 ? undefined : partAt + 1, text }
    })

/** All that a person marks of an exam, in its order. */
export const markedPlacesOf = ({ questions }: Pick<LoadedExam, 'questions'>): MarkedPlace[] => questions.flatMap(placesIn)
