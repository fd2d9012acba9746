import type { QtiElement } from '@sitwell/qti/element'
import type { AuthoredExam } from '../../authored-exam.ts'
import type { PartRule } from '../../authored-route.ts'
import { attributeOf, childrenOf, type Element, type Node } from '../../files/xml.ts'
import { htmlOf } from './content.ts'
import { newSearch, type QtiReading } from './qti-reading.ts'
import { notOf } from './rule-logic.ts'

type Said = NonNullable<AuthoredExam['feedback']>[number]

/** The rule by which something is said: the outcome has the value, or has it among its own. */
const ruleOf = (outcome: QtiElement, value: string): PartRule => {
  const { identifier = '', cardinality = 'single', basetype = 'identifier' } = outcome.attributes ?? {}
  const variable: QtiElement = { name: 'variable', attributes: { identifier } }
  const wanted: QtiElement = { name: 'basevalue', attributes: { basetype }, text: value }
  return cardinality === 'single'
    ? { on: 'qti', rule: { name: 'match', children: [variable, wanted] } }
    : { on: 'qti', rule: { name: 'member', children: [wanted, variable] } }
}

/** What a test and its parts say of its outcome at their end; what is said while it is sat is told as lost. */
export const testFeedbackOf = (
  reading: QtiReading,
  { file, elements, test }: { readonly file: string; readonly elements: readonly Element[]; readonly test: QtiElement },
): Said[] => {
  const outcomes = new Map(
    (test.children ?? []).filter(({ name }) => name === 'outcomedeclaration').map((one) => [one.attributes?.identifier, one]),
  )
  return elements
    .flatMap((element) => childrenOf(element, 'testfeedback'))
    .flatMap((element): Said[] => {
      const lose = (why: string) => {
        reading.lose(`${file} ${attributeOf(element, 'outcomeidentifier') ?? ''}`, 'test feedback', why)
        return []
      }
      if (attributeOf(element, 'access') === 'during') return lose('What is said while a test is sat is not shown.')
      const outcome = outcomes.get(attributeOf(element, 'outcomeidentifier'))
      if (!outcome) return lose('The outcome that it hangs on is not declared.')
      const search = newSearch()
      const text = htmlOf(Array.from<Node>(element.childNodes), { reading, path: file, search })
      for (const missing of search.missing) reading.lose(file, missing, 'The file is missing.')
      if (text === '') return []
      const rule = ruleOf(outcome, attributeOf(element, 'identifier') ?? '')
      const title = attributeOf(element, 'title')?.slice(0, 500)
      const isHidden = attributeOf(element, 'showhide') === 'hide'
      return [{ ...(title && { title }), text, when: [isHidden ? notOf(rule) : rule] }]
    })
}
