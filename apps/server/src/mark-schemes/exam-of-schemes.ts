import { type AuthoredQuestion, ownMarkingOf, partsToMark } from '@sitwell/question-types/marking'
import type { LoadedExam } from '../assessment/form-run/index.ts'
import { firstWords } from '../paper/first-words.ts'

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

const placesIn = (question: AuthoredQuestion, at: number): MarkedPlace[] =>
  partsToMark(question)
    .filter(({ byPerson }) => byPerson)
    .map(({ part, marks }) => {
      const parts = ownMarkingOf(question).writtenParts?.of(question) ?? []
      const partAt = parts.findIndex(({ id }) => id === part)
      const ofPart = parts[partAt]?.text ?? ''
      const text = [question.text, ofPart].filter(Boolean).map(beginningOf).filter(Boolean).join(' ')
      return { question, part, marks, number: at + 1, partNumber: partAt < 0 ? undefined : partAt + 1, text }
    })

/** All that a person marks of an exam, in its order. */
export const markedPlacesOf = ({ questions }: Pick<LoadedExam, 'questions'>): MarkedPlace[] => questions.flatMap(placesIn)
