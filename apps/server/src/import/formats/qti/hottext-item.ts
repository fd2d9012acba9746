import { type Element, insideOf, type Node, nameOf } from '../../files/xml.ts'
import { choicesAmong, type Drafted, numbersOf } from './choice-item.ts'
import { type ContentPlace, htmlIn, htmlOf } from './content.ts'
import { withoutBrackets } from './gap-match-item.ts'

/** A `hottextInteraction`: HOTTEXT, whose passages are in the text as `[H1]`, `[H2]`. */
export const hottextItem = (item: Element, interaction: Element, place: ContentPlace): Drafted => {
  const passages = insideOf(interaction, 'hottext')
  const read = choicesAmong(item, interaction, passages)
  if ('why' in read) return read
  const { ids, response, identifier, marks, credit } = read
  if (response.cardinality === 'record') return { why: 'Its response is a record, which no choice of passages is.' }
  const key = read.key.filter((id) => id !== '')
  const numbers = new Map(passages.map((one, index) => [one, index + 1]))
  const textBelow = htmlOf(Array.from<Node>(interaction.childNodes), {
    ...place,
    skip: (element) => nameOf(element) === 'prompt',
    replace: (element) => (numbers.has(element) ? `[H${numbers.get(element)}]` : undefined),
    rewrite: withoutBrackets(place),
  })
  const options = passages.map((one, index) => ({ id: ids[index], text: htmlIn(one, place) || ids[index] }))
  const limits = response.cardinality === 'single' ? { maxOptions: 1 } : numbersOf(interaction, ids.length, key.length)
  return {
    responses: { [identifier]: { from: 'options' } },
    question: { type: 'HOTTEXT', options, key, marks, credit, ...limits },
    textBelow,
  }
}
