import {
  type AuthoredQuestion,
  type FeedbackPartInput,
  ownMarkingOf,
  type QtiProcessing,
} from '@sitwell/question-types/marking'
import { xhtmlOf, xml } from '@sitwell/question-types/qti'

type Part = FeedbackPartInput
type Condition = NonNullable<Part['when']>[number]

/** An item as far as it is written. */
export interface ItemToTell {
  /** As it is stored, whose options have the ids that the feedback goes by. */
  readonly question: AuthoredQuestion
  /** As it is written, its options in the same order. */
  readonly written: AuthoredQuestion
  readonly bindings: QtiProcessing['responses']
  /** Declarations and rules as XML. */
  readonly inside: string
}

const outcomes = { all: 'SITWELLTOLD', mark: 'SITWELLWORTH', option: 'SITWELLCHOSEN' } as const

const modal = ({ text, title }: Part, outcome: string, value: string, holds: boolean) =>
  xml(
    'qti-modal-feedback',
    { 'outcome-identifier': outcome, identifier: value, 'show-hide': holds ? 'show' : 'hide', ...(title && { title }) },
    xml('qti-content-body', {}, `<div>${xhtmlOf(text)}</div>`),
  )

const declared = (identifier: string, cardinality: string, value = '') =>
  xml(
    'qti-outcome-declaration',
    { identifier, cardinality, 'base-type': 'identifier' },
    value && xml('qti-default-value', {}, xml('qti-value', {}, value)),
  )

const set = (identifier: string, inside: string) => xml('qti-set-outcome-value', { identifier }, inside)
const base = (type: string, value: string | number) => xml('qti-base-value', { 'base-type': type }, String(value))
const score = xml('qti-variable', { identifier: 'SCORE' })

/** Says of the score whether it is all of the marks, some, or none and less. */
const worthRule = (marks: number) => {
  const worth = (value: string) => set(outcomes.mark, base('identifier', value))
  return xml(
    'qti-response-condition',
    {},
    xml('qti-response-if', {}, xml('qti-gte', {}, score + base('float', marks - 1e-6)) + worth('right')) +
      xml('qti-response-else-if', {}, xml('qti-lte', {}, score + base('float', 1e-6)) + worth('wrong')) +
      xml('qti-response-else', {}, worth('part')),
  )
}

/** What an option of the source is called in the item that is written. */
const optionFor = ({ question, written }: ItemToTell, source: string): string | undefined => {
  if (!('options' in question) || !('options' in written)) return undefined
  const at = question.options.findIndex(({ id }) => (question.sourceIds?.[id] ?? id) === source)
  const id = written.options[at]?.id
  return id === undefined ? undefined : (written.sourceIds?.[id] ?? id)
}

/** Rules may be added if there are some, all of which are gone through. */
const takesRules = (inside: string) => inside.includes('</qti-response-processing>') && !inside.includes('<qti-exit-response')

interface Shown {
  readonly outcome: string
  readonly value: string
  readonly holds: boolean
}

/** By which outcome a condition is shown; undefined if the item has none that says it. */
const shownBy = (item: ItemToTell, one: Condition): Shown | undefined => {
  const { question, bindings, inside } = item
  switch (one.on) {
    case 'outcome': {
      const isItsOwn = question.processing?.kind === 'qti' && !question.feedback?.processing
      return isItsOwn ? { outcome: one.outcome, value: one.value, holds: one.holds !== false } : undefined
    }
    case 'mark':
      return takesRules(inside) && question.marks > 0 ? { outcome: outcomes.mark, value: one.is, holds: true } : undefined
    case 'option': {
      const isAsked = one.blank === undefined && Object.values(bindings).some(({ from }) => from === 'options')
      const value = isAsked && takesRules(inside) ? optionFor(item, one.option) : undefined
      return value === undefined ? undefined : { outcome: outcomes.option, value, holds: true }
    }
    case 'typed':
      return undefined
  }
}

/** The item with the feedback that it can say: its declarations and rules, what is behind them, and what was left out, in words. */
export const withFeedbackXml = (
  item: ItemToTell,
): { readonly inside: string; readonly modal: string; readonly reported: readonly string[] } => {
  const parts = item.question.feedback?.parts ?? []
  const used = new Set<string>()
  let lost = 0
  const written = parts.map((part) => {
    const [first, ...more] = part.when ?? []
    const shown = first ? shownBy(item, first) : { outcome: outcomes.all, value: 'all', holds: true }
    if (part.group !== undefined || more.length > 0 || !shown) {
      lost += 1
      return ''
    }
    used.add(shown.outcome)
    return modal(part, shown.outcome, shown.value, shown.holds)
  })
  const response = Object.entries(item.bindings).find(([, { from }]) => from === 'options')?.[0] ?? ''
  const isSeveral = ownMarkingOf(item.question).choices?.isSingle(item.question) === false
  const declarations = [
    used.has(outcomes.all) ? declared(outcomes.all, 'single', 'all') : '',
    used.has(outcomes.mark) ? declared(outcomes.mark, 'single') : '',
    used.has(outcomes.option) ? declared(outcomes.option, isSeveral ? 'multiple' : 'single') : '',
  ].join('')
  const rules = [
    used.has(outcomes.mark) ? worthRule(item.question.marks) : '',
    used.has(outcomes.option) ? set(outcomes.option, xml('qti-variable', { identifier: response })) : '',
  ].join('')
  const at = item.inside.indexOf('<qti-response-processing')
  const [before, processing] = at < 0 ? [item.inside, ''] : [item.inside.slice(0, at), item.inside.slice(at)]
  return {
    inside:
      before + declarations + processing.replace('</qti-response-processing>', () => `${rules}</qti-response-processing>`),
    modal: written.join(''),
    reported: lost === 0 ? [] : ['Some of what is said of its answers is left out: QTI’s rules here don’t say to whom.'],
  }
}

/** Whether a test shows the feedback of an item; undefined if the exam leaves that to its organisation, or there is none. */
export const showsFeedbackIn = ({ feedback }: AuthoredQuestion, exam: boolean | undefined): boolean | undefined => {
  if (!feedback) return undefined
  return exam === false || feedback.show === false ? false : (exam ?? feedback.show)
}
