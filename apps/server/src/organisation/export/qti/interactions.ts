import type { AuthoredQuestion, QtiProcessing, ResponseBinding } from '@sitwell/question-types/marking'
import { looksLikeHtml } from '@sitwell/safe-html/looks-like-html'
import { codeBody } from './code-xml.ts'
import { drawingXml } from './drawing-xml.ts'
import { xhtmlOf, xml } from './xml-writer.ts'

type Of<Type extends AuthoredQuestion['type']> = Extract<AuthoredQuestion, { type: Type }>
type Bindings = QtiProcessing['responses']

/** What is in the body of an item: the text with its fields, and what is below it; or why it can't. */
export type Body = { readonly body: string } | { readonly why: string }

const flag = (is: boolean | undefined) => (is ? 'true' : undefined)

interface Choice {
  readonly id: string
  readonly text: string
  readonly fixed?: boolean | undefined
}

/** What the item calls a choice: what its source did, where it has one. */
const nameOf = ({ sourceIds }: AuthoredQuestion, id: string) => sourceIds?.[id] ?? id

const choice = (question: AuthoredQuestion, name: string, { id, text, fixed }: Choice, more: Record<string, string> = {}) =>
  xml(name, { identifier: nameOf(question, id), fixed: flag(fixed), ...more }, xhtmlOf(text))

/** The response that a binding of a kind belongs to. */
const responseFrom = (bindings: Bindings, picks: (binding: ResponseBinding) => boolean): string | undefined =>
  Object.entries(bindings).find(([, binding]) => picks(binding))?.[0]

const entry = (response: string) => xml('qti-text-entry-interaction', { 'response-identifier': response })

const ofOptions = (question: Of<'RADIO' | 'TRUEFALSE' | 'COMBO'> | Of<'MULTICHOICE'>, bindings: Bindings): Body => {
  const response = responseFrom(bindings, ({ from }) => from === 'options')
  if (response === undefined) return { why: 'Its rules ask for something else than its options.' }
  const several = question.type === 'MULTICHOICE' ? question : undefined
  const attributes = {
    'response-identifier': response,
    'max-choices': several ? several.maxOptions : 1,
    'min-choices': several?.minOptions || undefined,
    shuffle: flag(question.shuffle),
  }
  const choices = question.options.map((one) => choice(question, 'qti-simple-choice', one))
  return { body: `<div>${xhtmlOf(question.text)}</div>${xml('qti-choice-interaction', attributes, choices.join(''))}` }
}

const ofMatch = (question: Of<'MATCH'>, bindings: Bindings): Body => {
  const text = `<div>${xhtmlOf(question.text)}</div>`
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

/** Markup and what is between it, of which only the latter holds blanks. */
const between = (markup: string, change: (text: string) => string) =>
  markup
    .split(/(<[^>]*>)/)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('')

/** Characters of nobody's use: a blank's place until the text is XML, in which brackets by their names are plain ones. */
const [opens, closes] = ['\ue022', '\ue023']

/** A text with its blanks in their places, and without other text in brackets, which nobody is shown. */
const withPlaces = (html: string): string => {
  const mark = (text: string) =>
    text.replace(/\[([^[\]<>]*)\]/g, (_, inside: string) =>
      /^V\d+$/i.test(inside) ? opens + inside.toUpperCase() + closes : '',
    )
  return looksLikeHtml(html) ? between(html, mark) : mark(html)
}

const ofBlanks = (question: Of<'BLANKS'>, bindings: Bindings): Body => {
  const done = new Set<string>()
  let why: string | undefined
  const field = (id: string): string => {
    const response = responseFrom(bindings, (one) => one.from === 'blank' && one.blank === id)
    if (response === undefined) {
      why ??= 'Its rules ask for nothing of one of its blanks.'
      return ''
    }
    const list = question.variableOptions.find((one) => one.id.toUpperCase() === id)
    if (!list) return entry(response)
    const attributes = { 'response-identifier': response, shuffle: flag(list.shuffle) }
    return xml(
      'qti-inline-choice-interaction',
      attributes,
      list.options.map((one) => choice(question, 'qti-inline-choice', one)).join(''),
    )
  }
  const text = between(xhtmlOf(withPlaces(question.text)), (part) =>
    part.replace(/\ue022(V\d+)\ue023/g, (_, id: string) => {
      if (done.has(id)) return `(${[...done].indexOf(id) + 1})`
      done.add(id)
      return field(id)
    }),
  )
  return why === undefined ? { body: `<div>${text}</div>` } : { why }
}

const written = (response: string, lines: number, isRich: boolean) =>
  xml('qti-extended-text-interaction', {
    'response-identifier': response,
    'expected-lines': lines,
    format: isRich ? 'xhtml' : undefined,
  })

const ofParts = (question: Of<'MULTITEXT'>, bindings: Bindings): Body => {
  const { parts } = question
  const rows = parts.map((part) => {
    const response = responseFrom(bindings, (one) => one.from === 'part' && one.part === part.id)
    if (response === undefined) return undefined
    const label = xhtmlOf(part.text)
    if (part.lineCount > 1 || part.usesRichText)
      return `<div>${label}</div>${written(response, part.lineCount, part.usesRichText)}`
    return `<div>${label} ${entry(response)} ${xhtmlOf(part.suffix)}</div>`
  })
  if (rows.includes(undefined)) return { why: 'Several of its fields are one response.' }
  if (parts.length > 1 && parts.some(({ lineCount, usesRichText }) => lineCount > 1 || usesRichText))
    return { why: 'Several long answers to one question are not written.' }
  return { body: `<div>${xhtmlOf(question.text)}</div>${rows.join('')}` }
}

/** The body of an item, with an interaction for each response that its rules ask for. */
export const bodyOf = (question: AuthoredQuestion, bindings: Bindings): Body => {
  const intro = question.introText ? `<div>${xhtmlOf(question.introText)}</div>` : ''
  const text = `<div>${xhtmlOf(question.text)}</div>`
  const inside = ((): Body => {
    switch (question.type) {
      case 'RADIO':
      case 'TRUEFALSE':
      case 'COMBO':
      case 'MULTICHOICE':
        return ofOptions(question, bindings)
      case 'MATCH':
        return ofMatch(question, bindings)
      case 'BLANKS':
        return ofBlanks(question, bindings)
      case 'MULTITEXT':
        return ofParts(question, bindings)
      case 'QUESTIONLTEXT': {
        const response = responseFrom(bindings, ({ from }) => from === 'text')
        return response === undefined
          ? { why: 'Its rules ask for something else than its text.' }
          : { body: text + written(response, question.lineCount, false) }
      }
      case 'EVIDENCE':
        return { body: text + xml('qti-upload-interaction', { 'response-identifier': 'R1' }) }
      case 'STATICTEXT':
        return { body: text }
      case 'QGRID': {
        const drawing = drawingXml(question, 'R1')
        return drawing === undefined ? codeBody(question, bindings) : { body: text + drawing }
      }
      default:
        return { why: `QTI has nothing like a question of the type ${question.type}.` }
    }
  })()
  return 'why' in inside ? inside : { body: intro + inside.body }
}
