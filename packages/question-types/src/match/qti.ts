import { gapRules } from '../gap/gap-qti.ts'
import { type Bindings, type Body, type Choice, choice, declared, responseFrom, textAbove } from '../qti-writing/body-qti.ts'
import { byKeyInQti } from '../qti-writing/facets-qti.ts'
import { all, any, base, type CompiledRules, compiled, isNull, not, of, response, variable } from '../qti-writing/rules-qti.ts'
import { xml } from '../qti-writing/xml-qti.ts'
import type { TypeQti } from '../type-qti.ts'
import type { AuthoredMatch } from './marking.ts'

const rules = ({ options, selections, key, credit, marks }: AuthoredMatch): CompiledRules => {
  const holds = (option: string, selection: string) =>
    all([not(isNull('R1')), of('member', [base('directedPair', `${option} ${selection}`), variable('R1')])])
  const gaps = options.map(({ id }) => ({
    right: any([key[id] ?? []].flat().map((one) => holds(id, one))),
    given: any(selections.map((one) => holds(id, one.id))),
  }))
  const correct = options.map(({ id }) => `${id} ${[key[id] ?? []].flat()[0]}`)
  return {
    processing: compiled(marks, [response('R1', 'multiple', 'directedPair', correct)], gapRules(marks, credit, gaps), {
      R1: { from: 'pairs', isTurned: false },
    }),
  }
}

const body = (question: AuthoredMatch, bindings: Bindings): Body => {
  const text = textAbove(question)
  const places = responseFrom(bindings, ({ from }) => from === 'places')
  if (places !== undefined) {
    const cards = question.selections.map((one) => choice(question, 'qti-simple-choice', one))
    return { body: text + xml('qti-order-interaction', { 'response-identifier': places, shuffle: 'true' }, cards.join('')) }
  }
  const found = Object.entries(bindings).find(([, { from }]) => from === 'pairs')
  const binding = found?.[1]
  if (!found || binding?.from !== 'pairs') return { why: 'Its rules ask for something else than its pairs.' }
  const side = (some: readonly Choice[], most: string) =>
    xml(
      'qti-simple-match-set',
      {},
      some.map((one) => choice(question, 'qti-simple-associable-choice', one, { 'match-max': most })).join(''),
    )
  const sides = [side(question.options, '1'), side(question.selections, '0')]
  const attributes = { 'response-identifier': found[0], 'max-associations': 0, shuffle: 'true' }
  return { body: text + xml('qti-match-interaction', attributes, (binding.isTurned ? sides.reverse() : sides).join('')) }
}

/** Pairs, or cards in an order if the source of the question asks for one. */
export const matchQti = {
  ...byKeyInQti,
  unmarked: () => ({
    bindings: { R1: { from: 'pairs', isTurned: false } },
    declarations: declared('R1', 'multiple', 'directedPair'),
  }),
  rules,
  body,
} satisfies TypeQti<AuthoredMatch>
