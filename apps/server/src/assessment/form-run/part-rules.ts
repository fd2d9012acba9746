import type { Answer } from '@sitwell/contract'
import type { Declaration } from '@sitwell/qti/declaration'
import { childOf, type QtiElement } from '@sitwell/qti/element'
import { areSame } from '@sitwell/qti/expressions/comparison'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { tidy } from '@sitwell/qti/score'
import { holdsInTest, type QtiTest, readQtiTest } from '@sitwell/qti/test-outcomes'
import type { ItemResult } from '@sitwell/qti/test-session'
import { float, type Value } from '@sitwell/qti/value'
import {
  type AuthoredQuestion,
  hasChosen,
  itemOf,
  markingOf,
  type QtiProcessing,
  variablesBySource,
  withMarks,
} from '@sitwell/question-types/marking'
import type { AuthoredRoute, PartRule } from '../../import/authored-route.ts'
import { type KeptAttempts, noAttempts, standingOf } from './question-attempts.ts'

/** What a learner has answered, as rules look at it. */
export interface Answered {
  readonly questions: readonly AuthoredQuestion[]
  readonly answers: ReadonlyMap<string, Answer>
  /** The part in which each question stands. */
  readonly partIds: ReadonlyMap<string, string>
  /** The marks of questions, where they are known; otherwise each is marked by its key. */
  readonly scores?: ReadonlyMap<string, number>
  readonly attempts?: KeptAttempts
}

const readTests = new WeakMap<AuthoredRoute, QtiTest>()

const testOf = (route: AuthoredRoute): QtiTest => {
  const test = readTests.get(route) ?? readQtiTest(route.test, route.version)
  readTests.set(route, test)
  return test
}

const isGiven = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && (answer.answerText.trim() !== '' || answer.options.length > 0)

/** The question as its key marks it where it counts so much, though it counts for nothing. */
const markedByKey = ({ processing, ...question }: AuthoredQuestion, marks: number): AuthoredQuestion =>
  withMarks(question as AuthoredQuestion, { marks, ofPart: (_own, _at, count) => marks / count })

/** Whether all responses match their correct ones; undefined if one has none. */
const isCorrect = (declarations: readonly Declaration[], variables: ReadonlyMap<string, Value>): boolean | undefined => {
  const responses = declarations.filter(({ kind }) => kind === 'response')
  if (responses.length === 0 || responses.some(({ correct }) => correct === null)) return undefined
  return responses.every(({ identifier, correct }) => areSame(variables.get(identifier) ?? null, correct))
}

/** An item's variables, and whether it is right, where its processing, or that of the route, knows them. */
const workedOut = (processing: QtiProcessing | undefined, variables: ReadonlyMap<string, Value> | undefined) => {
  if (!processing || !variables) return { variables: new Map<string, Value>(), isCorrect: undefined }
  return { variables, isCorrect: isCorrect(itemOf(processing).declarations, variables) }
}

/**
 * Says of each rule whether it holds of what was answered in the parts that were asked. A rule that can't be followed doesn't hold: the import
 * has looked at what it names.
 */
export const partRules = (
  { questions, answers, partIds, scores: known, attempts = noAttempts }: Answered,
  route: AuthoredRoute | undefined,
) => {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const scores = new Map(known)
  /** Of a question that has attempts. */
  const standing = (question: AuthoredQuestion) => {
    const answer = answers.get(question.id)
    return standingOf(question, attempts, answer && { question_id: question.id, answer: JSON.stringify(answer) })
  }
  const scoreOf = (question: AuthoredQuestion): number => {
    const found = scores.get(question.id)
    if (found !== undefined) return found
    const { score, needsPerson } = question.attempts
      ? standing(question).mark
      : markingOf(question).mark(question, answers.get(question.id))
    const earned = needsPerson ? 0 : score
    scores.set(question.id, earned)
    return earned
  }
  /** The score of an item that is worth so much by itself: what it counts with is no part of it. */
  const unweightedScoreOf = (question: AuthoredQuestion, marks: number): number => {
    if (question.marks > 0) return tidy((scoreOf(question) * marks) / question.marks)
    const byKey = markedByKey(question, marks)
    const { score, needsPerson } = markingOf(byKey).mark(byKey, answers.get(question.id))
    return needsPerson ? 0 : score
  }
  const isIn = (id: string, asked: ReadonlySet<string>) => asked.has(partIds.get(id) ?? '')
  const resultOf = (item: AuthoredRoute['items'][number], asked: ReadonlySet<string>): ItemResult[] => {
    const question = byId.get(item.question)
    if (!question) return []
    const { identifier, categories, sections, weights, marks = question.marks } = item
    const named = { identifier, categories, sections, weights, normalMaximum: { SCORE: marks }, normalMinimum: {} }
    if (!isIn(question.id, asked))
      return [{ ...named, outcomes: new Map(), isPresented: false, isResponded: false, isCorrect: undefined }]
    const answer = answers.get(question.id)
    const own = question.processing?.kind === 'qti' ? question.processing : item.processing
    const ofAttempts = question.attempts ? standing(question).variables : undefined
    const worked = workedOut(own, ofAttempts ?? (own && variablesBySource(question, own, answer)))
    const outcomes = new Map(worked.variables)
    // Of what isn't marked by its own rules the route may have rules with its score in the test.
    const isScored = own !== undefined && childOf(own.item, 'responseprocessing') !== undefined
    if (!isScored) outcomes.set('SCORE', float(unweightedScoreOf(question, marks)))
    return [{ ...named, outcomes, isPresented: true, isResponded: isGiven(answer), isCorrect: worked.isCorrect }]
  }
  const holdsInQti = (rule: QtiElement, asked: ReadonlySet<string>): boolean => {
    if (!route) return false
    try {
      return holdsInTest(testOf(route), rule, { items: route.items.flatMap((item) => resultOf(item, asked)) })
    } catch (error) {
      if (error instanceof ProcessingError) return false
      throw error
    }
  }
  const holds = (rule: PartRule, asked: ReadonlySet<string>): boolean => {
    switch (rule.on) {
      case 'option': {
        const question = byId.get(rule.question)
        return question !== undefined && isIn(question.id, asked) && hasChosen(question, answers.get(question.id), rule.option)
      }
      case 'marks': {
        const counted = rule.questions.filter((id) => isIn(id, asked)).flatMap((id) => byId.get(id) ?? [])
        return counted.reduce((sum, question) => sum + scoreOf(question), 0) >= rule.least - 1e-6
      }
      case 'not':
        return !holds(rule.rule, asked)
      case 'any':
        return rule.rules.some((one) => holds(one, asked))
      case 'qti':
        return holdsInQti(rule.rule, asked)
    }
  }
  return holds
}
