import type { QtiElement } from '@sitwell/qti/element'
import { looksLikeHtml } from '@sitwell/safe-html/looks-like-html'
import { gapRules } from '../gap/gap-qti.ts'
import { type Bindings, type Body, choice, declared, entry, flag, responseFrom } from '../qti-writing/body-qti.ts'
import { byKeyInQti } from '../qti-writing/facets-qti.ts'
import { any, base, type CompiledRules, compiled, isNull, not, of, response, variable } from '../qti-writing/rules-qti.ts'
import { xhtmlOf, xml } from '../qti-writing/xml-qti.ts'
import type { ResponseBinding } from '../source/processing-marking.ts'
import type { TypeQti } from '../type-qti.ts'
import { acceptedOf, known, typeOf, whyNotTyped } from '../typed-key/typed-qti.ts'
import { blankIds } from './blank-ids-qti.ts'
import type { AuthoredBlanks } from './marking.ts'

const rules = (question: AuthoredBlanks): CompiledRules => {
  const responses: Record<string, ResponseBinding> = {}
  const declarations: QtiElement[] = []
  let why: string | undefined
  const gaps = blankIds(question.text).map((id, at) => {
    const identifier = `R${at + 1}`
    const key = question.key[id]
    responses[identifier] = { from: 'blank', blank: id }
    if (key && 'options' in key) {
      declarations.push(response(identifier, 'single', 'identifier', key.options.slice(0, 1)))
      const right = any(key.options.map((one) => of('match', [variable(identifier), base('identifier', one)])))
      return { right: known(identifier, right), given: not(isNull(identifier)) }
    }
    const accepted = key ? acceptedOf(identifier, key) : []
    why ??= key && whyNotTyped(key, question.credit.penalty)
    declarations.push(
      response(identifier, 'single', typeOf(key ?? { kind: 'texts' }), [String(key?.accepted[0]?.value ?? '')].filter(Boolean)),
    )
    return { right: known(identifier, any(accepted.map(({ test }) => test))), given: not(isNull(identifier)) }
  })
  if (why !== undefined) return { why }
  return { processing: compiled(question.marks, declarations, gapRules(question.marks, question.credit, gaps), responses) }
}

/** Markup and what stands between it, of which only the latter holds blanks. */
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

const body = (question: AuthoredBlanks, bindings: Bindings): Body => {
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

const unmarked: TypeQti<AuthoredBlanks>['unmarked'] = ({ text, variableOptions }) => {
  const ids = blankIds(text)
  const hasList = (id: string) => variableOptions.some((one) => one.id.toUpperCase() === id)
  return {
    bindings: Object.fromEntries(ids.map((blank, at) => [`R${at + 1}`, { from: 'blank', blank }])),
    declarations: ids.map((id, at) => declared(`R${at + 1}`, 'single', hasList(id) ? 'identifier' : 'string')).join(''),
  }
}

/** Fields and lists that stand in the text. */
export const blanksQti = { ...byKeyInQti, unmarked, rules, body } satisfies TypeQti<AuthoredBlanks>
