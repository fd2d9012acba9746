import { rulesOfOptions, unmarkedOptions } from '../option/options-qti.ts'
import { type Bindings, type Body, choice, responseFrom } from '../qti-writing/body-qti.ts'
import { byKeyInQti } from '../qti-writing/facets-qti.ts'
import { xhtmlOf, xml } from '../qti-writing/xml-qti.ts'
import type { TypeQti } from '../type-qti.ts'
import type { AuthoredHotText } from './marking.ts'
import { withPassages } from './tokens.ts'

const isSingle = ({ maxOptions }: AuthoredHotText) => maxOptions === 1

const body = (question: AuthoredHotText, bindings: Bindings): Body => {
  const response = responseFrom(bindings, ({ from }) => from === 'options')
  if (response === undefined) return { why: 'Its rules ask for something else than its passages.' }
  const text = withPassages(xhtmlOf(question.text), (at) => {
    const option = question.options[at]
    return option && choice(question, 'qti-hottext', option)
  })
  const attributes = {
    'response-identifier': response,
    'max-choices': question.maxOptions,
    'min-choices': question.minOptions || undefined,
  }
  return { body: xml('qti-hottext-interaction', attributes, `<div>${text}</div>`) }
}

/** Passages in their text. */
export const hotTextQti = {
  ...byKeyInQti,
  unmarked: (question) => unmarkedOptions(isSingle(question) ? 'single' : 'multiple'),
  rules: (question) => rulesOfOptions(question, isSingle(question)),
  body,
} satisfies TypeQti<AuthoredHotText>
