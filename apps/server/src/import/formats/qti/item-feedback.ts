import type { QtiItem } from '@sitwell/qti/item'
import { type AuthoredQuestion, type FeedbackPartInput, questionFeedback } from '@sitwell/question-types/marking'
import { attributeOf, type Element, insideOf, isElement, type Node, nameOf } from '../../files/xml.ts'
import type { Drafted } from './choice-item.ts'
import { type ContentPlace, htmlOf, isFeedback } from './content.ts'
import { newSearch } from './qti-reading.ts'
import { type ItemSource, responsesAsked } from './source-of-item.ts'

type Condition = NonNullable<FeedbackPartInput['when']>[number]

/** What one feedback asks of its outcome; undefined if it names none. */
const conditionOf = (element: Element): Condition | undefined => {
  const [outcome, value] = [attributeOf(element, 'outcomeidentifier'), attributeOf(element, 'identifier')]
  if (outcome === undefined || value === undefined) return undefined
  return { on: 'outcome', outcome, value, holds: (attributeOf(element, 'showhide') ?? 'show') !== 'hide' }
}

/** The feedback that an element is in, the nearest first: what is hidden there is hidden with it. */
const feedbackAround = (element: Element): Element[] => {
  const around: Element[] = []
  for (let node: Node | null = element.parentNode; node && isElement(node); node = node.parentNode)
    if (isFeedback(node)) around.push(node)
  return around
}

/** What a text can't do that is read once the exam is over. */
const unreadable = (element: Element): string | undefined => {
  const [found] = insideOf(
    element,
    (name) => name.endsWith('interaction') || /^(printedvariable|template(block|inline))$/.test(name),
  )
  return found && `It has a <${found.tagName}> in it, and is not shown.`
}

const partOf = (element: Element, { reading, path }: ContentPlace): FeedbackPartInput | undefined => {
  const lose = (why: string) => reading.lose(path, `<${element.tagName}>`, why)
  const when = [element, ...feedbackAround(element)].map(conditionOf)
  const why = unreadable(element)
  if (why !== undefined) {
    lose(why)
    return undefined
  }
  if (when.includes(undefined)) {
    lose('It names no outcome, and is not shown.')
    return undefined
  }
  const search = newSearch()
  const text = htmlOf(Array.from<Node>(element.childNodes), { reading, path, search, keepsFeedback: true })
  for (const missing of search.missing) lose(`Its picture "${missing}" is missing.`)
  if (text === '') return undefined
  const title = nameOf(element) === 'modalfeedback' ? attributeOf(element, 'title')?.trim() : undefined
  if (nameOf(element) !== 'modalfeedback')
    reading.lose(path, `<${element.tagName}>`, 'It is shown with the question after the exam, and not in its place.', 'nothing')
  return { text, when: when.flatMap((one) => one ?? []), ...(title && { title: title.slice(0, 500) }) }
}

/** Whether rules ask for a file that is handed in. */
const asksForFile = (item: QtiItem): boolean => {
  const asked = responsesAsked(item)
  return item.declarations.some(({ identifier, baseType }) => baseType === 'file' && asked.has(identifier))
}

/** The question with what its item says of its answers, which the processing of the item decides. */
export const withFeedback = (
  question: AuthoredQuestion,
  item: Element,
  { version, tree, item: read }: ItemSource,
  responses: Extract<Drafted, { responses: unknown }>['responses'],
  place: ContentPlace,
): AuthoredQuestion => {
  const all = insideOf(item, (name) => /^(modalfeedback|feedbackinline|feedbackblock)$/.test(name))
  if (all.length > 0 && !read) {
    place.reading.lose(place.path, 'feedback', 'Nothing here can follow the rules that decide who is shown it.')
    return question
  }
  if (all.length > 0 && read && asksForFile(read)) {
    place.reading.lose(place.path, 'feedback', 'Who is shown it hangs on a file, and no rules here look at one.')
    return question
  }
  const parts = all.flatMap((one) => partOf(one, place) ?? [])
  if (parts.length === 0) return question
  const isMarkedBySource = question.processing?.kind === 'qti'
  const processing = { kind: 'qti', version, item: tree, responses: { ...responses }, weight: 1 }
  return { ...question, feedback: questionFeedback.parse({ parts, ...(!isMarkedBySource && { processing }) }) }
}
