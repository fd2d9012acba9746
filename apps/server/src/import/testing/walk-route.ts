import { isRouted, routeThrough } from '@sitwell/exam/parts/route'
import { evaluate } from '@sitwell/qti/expression'
import { processResponses, startItem } from '@sitwell/qti/item'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { State } from '@sitwell/qti/state'
import { processOutcomes, readQtiTest } from '@sitwell/qti/test-outcomes'
import { asType, container, float, type Value } from '@sitwell/qti/value'
import { type AuthoredQuestion, itemOf, markingOf } from '@sitwell/question-types/marking'
import type { AuthoredExam, AuthoredSection } from '../authored-exam.ts'
import type { PartRule } from '../authored-route.ts'

/** Of each question that is answered the places of the options that are chosen, from 0. */
export type Chosen = Readonly<Record<string, number | readonly number[]>>

export const questionsIn = (sections: readonly AuthoredSection[]): AuthoredQuestion[] =>
  sections.flatMap((one) => [...questionsIn(one.sections ?? []), ...(one.questions ?? [])])

/** The questions that a learner is set who answers so, in order: a plain reckoning of the exam's rules, apart from the server's. */
export const questionsSet = ({ sections, route }: AuthoredExam, chosen: Chosen): string[] => {
  const questions = questionsIn(sections)
  const partOf = new Map(sections.flatMap((part) => questionsIn([part]).map(({ id }) => [id, part.id])))
  const idsOf = (question: AuthoredQuestion): string[] => {
    const options = 'options' in question ? (question.options as readonly { id: string }[]) : []
    const places = [chosen[question.id] ?? []].flat()
    return places.flatMap((at) => options[at]?.id ?? [])
  }
  const sourceIds = (question: AuthoredQuestion) => idsOf(question).map((id) => question.sourceIds?.[id] ?? id)
  const scoreOf = (question: AuthoredQuestion) => {
    const options = idsOf(question).map((optionID) => ({ optionID, optionText: '' }))
    return markingOf(question).mark(question, { answerText: '', options }).score
  }
  const variablesOf = (
    question: AuthoredQuestion,
    processing: Parameters<typeof itemOf>[0] | undefined,
    marks = question.marks,
  ): Map<string, Value> => {
    const isWeighted = marks !== question.marks
    const score: [string, Value] = [
      'SCORE',
      float(isWeighted ? (scoreOf(question) / question.marks) * marks : scoreOf(question)),
    ]
    if (!processing) return new Map([score])
    const item = itemOf(processing)
    const given = sourceIds(question)
    const responses = new Map(
      item.declarations
        .filter(({ kind }) => kind === 'response')
        .map(({ identifier, cardinality, baseType = 'identifier' }): [string, Value] => [
          identifier,
          given.length === 0 ? null : asType(container('ordered', baseType, given), cardinality, baseType),
        ]),
    )
    const outcomes = processResponses(item, startItem(item), responses)
    return new Map([score, ...responses, ...outcomes])
  }
  const holdsInTest = (rule: Extract<PartRule, { on: 'qti' }>['rule'], asked: ReadonlySet<string>): boolean => {
    if (!route) throw new Error('A rule of QTI without a test.')
    const items = route.items.map(({ question: id, processing, marks, ...named }) => {
      const question = questions.find((one) => one.id === id)
      const isPresented = asked.has(partOf.get(id) ?? '')
      const own = question?.processing?.kind === 'qti' ? question.processing : processing
      const outcomes = question && isPresented ? variablesOf(question, own, marks) : new Map<string, Value>()
      const bounds = { normalMaximum: {}, normalMinimum: {} }
      return {
        ...named,
        ...bounds,
        outcomes,
        isPresented,
        isResponded: isPresented && chosen[id] !== undefined,
        isCorrect: undefined,
      }
    })
    const test = readQtiTest(route.test, route.version)
    const state = new State(test.declarations, () => 0, { items })
    for (const [name, value] of processOutcomes(test, { items })) state.set(name, value)
    try {
      const value = evaluate(rule, state)
      return value?.cardinality === 'single' && value.value === true
    } catch (error) {
      if (error instanceof ProcessingError) return false
      throw error
    }
  }
  const holds = (rule: PartRule, asked: ReadonlySet<string>): boolean => {
    const isAsked = (id: string) => asked.has(partOf.get(id) ?? '')
    const named = (id: string) => questions.filter((one) => one.id === id && isAsked(id))
    switch (rule.on) {
      case 'option':
        return named(rule.question).some((one) => sourceIds(one).includes(rule.option))
      case 'marks':
        return rule.questions.flatMap(named).reduce((sum, one) => sum + scoreOf(one), 0) >= rule.least - 1e-6
      case 'not':
        return !holds(rule.rule, asked)
      case 'any':
        return rule.rules.some((one) => holds(one, asked))
      case 'qti':
        return holdsInTest(rule.rule, asked)
    }
  }
  const parts = isRouted(sections) ? routeThrough(sections, { decided: new Map(), holds }) : undefined
  return questionsIn(sections.filter(({ id }) => parts?.get(id) ?? true)).map(({ id }) => id)
}
