import { attributeOf, type Element, numberIn } from '../../files/xml.ts'
import type { Drafted } from './choice-item.ts'
import type { ContentPlace } from './content.ts'
import { marksOf, responseOf } from './response.ts'
import { typedAnswerOf } from './typed-answer.ts'

/** A written answer; `expectedLines` is how high the field begins. Several texts are asked for only if the response takes several. */
export const writtenItem = (item: Element, interaction: Element): Drafted => {
  const lines = Math.round(numberIn(attributeOf(interaction, 'expectedlines')) ?? 10)
  const lineCount = Math.min(30, Math.max(1, lines))
  const identifier = attributeOf(interaction, 'responseidentifier') ?? ''
  const isOne = (responseOf(item, identifier)?.cardinality ?? 'single') === 'single'
  const texts = isOne ? 1 : (numberIn(attributeOf(interaction, 'maxstrings')) ?? 1)
  const marks = marksOf(item)
  if (texts > 1) {
    const parts = Array.from({ length: Math.min(100, texts) }, (_, index) => ({
      id: `part-${index + 1}`,
      text: `${index + 1}`,
      lineCount,
    }))
    return { question: { type: 'MULTITEXT', parts }, responses: { [identifier]: { from: 'parts' } } }
  }
  if (attributeOf(interaction, 'format') !== 'xhtml')
    return { question: { type: 'QUESTIONLTEXT', marks, lineCount }, responses: { [identifier]: { from: 'text' } } }
  return {
    question: { type: 'MULTITEXT', parts: [{ id: 'part-1', marks, usesRichText: true }] },
    responses: { [identifier]: { from: 'part', part: 'part-1' } },
  }
}

/** A `sliderInteraction`: a number that is typed, between the slider's ends. */
export const sliderItem = (item: Element, interaction: Element, place: ContentPlace): Drafted => {
  const identifier = attributeOf(interaction, 'responseidentifier') ?? ''
  const response = responseOf(item, identifier)
  if (!response) return { why: `The item declares no response "${identifier}".` }
  place.reading.lose(place.path, 'slider', 'The number is typed.')
  const key = typedAnswerOf(item, identifier, response)
  const ends = ['lowerbound', 'upperbound'].map((name) => attributeOf(interaction, name) ?? '').filter((one) => one !== '')
  const part = { id: 'part-1', marks: marksOf(item), text: ends.join(' – '), ...(key && { key }) }
  return {
    question: { type: 'MULTITEXT', parts: [part] },
    responses: { [identifier]: { from: 'part', part: 'part-1' } },
  }
}

/** Tells that a file needn't be of the types that an `uploadInteraction` names: its exam says what may be uploaded. */
export const loseTypesOf = (interaction: Element, { reading, path }: ContentPlace): void => {
  const types = (attributeOf(interaction, 'type') ?? '').trim()
  if (types !== '')
    reading.lose(path, `upload of ${types.slice(0, 200)}`, 'A file may be of any type that the exam takes.', 'nothing')
}

/** An `uploadInteraction`: a prompt for evidence, which waits for a person. */
export const uploadItem = (item: Element, interaction: Element, place: ContentPlace): Drafted => {
  loseTypesOf(interaction, place)
  return { question: { type: 'EVIDENCE', marks: marksOf(item) }, responses: {} }
}
