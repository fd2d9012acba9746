import type { FeedbackPartInput } from '@sitwell/question-types/marking'
import { choiceFeedback, generalFeedback, markFeedback, type TypedFeedback, typedFeedback } from '../../bank/bank-feedback.ts'
import type { BankHtml } from '../../bank/bank-html.ts'
import { bankNumberWithin } from '../../bank/bank-number.ts'
import { attributeOf, childrenOf, type Element } from '../../files/xml.ts'
import { childOf, fieldOf, htmlIn, isOn, rawText } from './moodle-xml.ts'

interface Place {
  readonly html: BankHtml
  readonly folder: string
}

const typedOf = (question: Element, isNumber: boolean, readText: (element: Element) => string) =>
  childrenOf(question, 'answer').flatMap((one): TypedFeedback[] => {
    const text = rawText(one).trim()
    if (text === '') return []
    if (!isNumber || text === '*')
      return [
        {
          html: readText(one),
          answer: { is: 'text', text, ignoreCase: isNumber || !isOn(question, 'usecase'), hasWildcards: true },
        },
      ]
    const number = bankNumberWithin(text, fieldOf(one, 'tolerance'))
    return 'why' in number ? [] : [{ html: readText(one), answer: { is: 'number', ...number } }]
  })

const specificOf = (question: Element, readText: (element: Element) => string): FeedbackPartInput[] => {
  switch (attributeOf(question, 'type')) {
    case 'multichoice':
    case 'truefalse':
      return choiceFeedback(childrenOf(question, 'answer').map(readText))
    case 'shortanswer':
      return typedFeedback('part-1', typedOf(question, false, readText))
    case 'numerical':
      return typedFeedback('part-1', typedOf(question, true, readText))
    default:
      return []
  }
}

/** What a question of Moodle says of its answers: of each, of all by what they are worth, and to everyone, in Moodle's order. */
export const moodleFeedback = (question: Element, { html, folder }: Place): FeedbackPartInput[] => {
  const cleaner = { clean: (text: string) => html.cleanFeedback(text) }
  const textOf = (element: Element | undefined) => htmlIn(element, cleaner, folder).html
  const readText = (name: string) => textOf(childOf(question, name))
  return [
    ...specificOf(question, (answer) => textOf(childOf(answer, 'feedback'))),
    ...markFeedback({
      right: readText('correctfeedback'),
      part: readText('partiallycorrectfeedback'),
      wrong: readText('incorrectfeedback'),
    }),
    ...generalFeedback(readText('generalfeedback')),
  ]
}
