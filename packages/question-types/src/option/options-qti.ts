import type { QtiElement } from '@sitwell/qti/element'
import {
  type Bindings,
  type Body,
  type Choice,
  choice,
  declared,
  flag,
  responseFrom,
  textAbove,
} from '../qti-writing/body-qti.ts'
import { byKeyInQti } from '../qti-writing/facets-qti.ts'
import {
  add,
  all,
  any,
  atLeast,
  atMost,
  base,
  type CompiledRules,
  compiled,
  either,
  isNull,
  not,
  of,
  response,
  set,
  variable,
  when,
} from '../qti-writing/rules-qti.ts'
import { xml } from '../qti-writing/xml-qti.ts'
import type { TypeQti, Unmarked } from '../type-qti.ts'
import type { OptionCredit } from './option-credit.ts'

/** A question whose options are chosen, as far as an item says it. */
export interface WithOptions {
  readonly text: string
  readonly marks: number
  readonly options: readonly Choice[]
  readonly shuffle?: boolean | undefined
  readonly key: string | readonly string[]
  readonly credit: OptionCredit
  readonly sourceIds?: Readonly<Record<string, string>> | undefined
}

/** How many options may be chosen; 0 for no limit. */
export interface HowMany {
  readonly minOptions: number
  readonly maxOptions: number
}

/** By whichever options were chosen: each adds what it is worth. */
const optionRules = (
  marks: number,
  credit: OptionCredit,
  key: readonly string[],
  ids: readonly string[],
  isOne: boolean,
): QtiElement[] => {
  const chosen = (id: string) =>
    isOne ? of('match', [variable('R1'), base('identifier', id)]) : of('member', [base('identifier', id), variable('R1')])
  if (credit.kind === 'weights') {
    const rules = ids.flatMap((id) =>
      credit.weights[id] ? [when(all([not(isNull('R1')), chosen(id)]), add(credit.weights[id]))] : [],
    )
    // What is left empty is worth nothing, and never below what the least is.
    return [
      ...rules,
      of('responsecondition', [
        of('responseif', [isNull('R1'), atLeast(Math.max(0, credit.least))]),
        of('responseelse', [atLeast(credit.least)]),
      ]),
      atMost(marks),
    ]
  }
  if (credit.kind === 'all') {
    const size = of('equal', [of('containersize', [variable('R1')]), base('integer', key.length)], { tolerancemode: 'exact' })
    const right = isOne ? any(key.map(chosen)) : all([size, ...key.map(chosen)])
    const whole = all([not(isNull('R1')), right])
    return credit.penalty > 0
      ? [either(whole, [set(base('float', marks))], not(isNull('R1')), [set(base('float', 0 - credit.penalty))])]
      : [when(whole, set(base('float', marks)))]
  }
  const share = (id: string) => (key.includes(id) ? marks / key.length : 0 - credit.penalty)
  return [
    ...ids.flatMap((id) => (share(id) === 0 ? [] : [when(all([not(isNull('R1')), chosen(id)]), add(share(id)))])),
    atLeast(0),
  ]
}

/** The rules of a question whose options are chosen; `isOne`: one of them. */
export const rulesOfOptions = (question: WithOptions, isOne: boolean): CompiledRules => {
  const key = (typeof question.key === 'string' ? [question.key] : question.key).filter((one) => one !== '')
  const ids = question.options.map(({ id }) => id)
  if (key.length === 0 && question.credit.kind !== 'weights') return { why: 'Nothing is the right answer.' }
  const declared = response('R1', isOne ? 'single' : 'multiple', 'identifier', key)
  return {
    processing: compiled(question.marks, [declared], optionRules(question.marks, question.credit, key, ids, isOne), {
      R1: { from: 'options' },
    }),
  }
}

/** The interaction of a question whose options are chosen; `several` says how many, and is undefined if one is. */
export const bodyOfOptions = (question: WithOptions, bindings: Bindings, several?: HowMany): Body => {
  const response = responseFrom(bindings, ({ from }) => from === 'options')
  if (response === undefined) return { why: 'Its rules ask for something else than its options.' }
  const attributes = {
    'response-identifier': response,
    'max-choices': several ? several.maxOptions : 1,
    'min-choices': several?.minOptions || undefined,
    shuffle: flag(question.shuffle),
  }
  const choices = question.options.map((one) => choice(question, 'qti-simple-choice', one))
  return { body: `${textAbove(question)}${xml('qti-choice-interaction', attributes, choices.join(''))}` }
}

/** The response of a question whose options are chosen and that no rules mark. */
export const unmarkedOptions = (cardinality: 'single' | 'multiple'): Unmarked => ({
  bindings: { R1: { from: 'options' } },
  declarations: declared('R1', cardinality, 'identifier'),
})

/** A question of which one option is chosen. */
export const singleChoiceQti = {
  ...byKeyInQti,
  unmarked: () => unmarkedOptions('single'),
  rules: (question) => rulesOfOptions(question, true),
  body: (question, bindings) => bodyOfOptions(question, bindings),
} satisfies TypeQti<WithOptions>
