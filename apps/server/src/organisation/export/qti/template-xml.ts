import { childrenOf, type QtiElement } from '@sitwell/qti/element'
import { correctSetIn } from '@sitwell/qti/template'
import { type AuthoredQuestion, hasTokens, type QuestionTemplate, tokenParts } from '@sitwell/question-types/marking'
import type { Body } from '@sitwell/question-types/qti'
import { escaped, xml } from '@sitwell/question-types/qti'
import { processingXml } from './processing-xml.ts'
import { attributeName } from './qti-names.ts'

const attributesOf = ({ attributes = {} }: QtiElement) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [attributeName(name), value]))

/** Each with what stands around its content. */
const stretches: Readonly<Record<string, { readonly name: string; readonly before: string; readonly after: string }>> = {
  templateinline: { name: 'qti-template-inline', before: '', after: '</qti-template-inline>' },
  templateblock: {
    name: 'qti-template-block',
    before: '<qti-content-body>',
    after: '</qti-content-body></qti-template-block>',
  },
}

const isChoice = ({ name }: QtiElement) => name !== 'printedvariable' && name !== 'mi' && !Object.hasOwn(stretches, name)

/**
 * What draws the values of a question whose marks are none of its source's rules, as XML: nothing if nothing is drawn. Its choices and
 * responses have other names in the item that is written, so that no value may name one.
 */
export const drawnInside = ({ template }: AuthoredQuestion): string | { readonly why: string } => {
  if (!template) return ''
  const { item, places, version } = template
  const own = (item.children ?? []).filter(({ name }) => name === 'templatedeclaration' || name === 'templateprocessing')
  if (correctSetIn(own).size > 0 || places.some(isChoice))
    return { why: 'Its right answer or its choices are drawn, and no rules of its own mark it.' }
  const written = own.map((one) => processingXml(one, version))
  return written.includes(undefined) || defaultsXml(template) === undefined
    ? { why: 'Its template has something in it that QTI 3.0 hasn’t.' }
    : written.join('')
}

/** What a test has a template begin with, for its reference to the item; undefined where QTI 3.0 hasn’t something of it. */
export const defaultsXml = ({ item, version }: QuestionTemplate): string | undefined => {
  const defaults = childrenOf(item, 'templatedefault').map((one) => {
    const [expression] = childrenOf(one)
    const written = expression && processingXml(expression, version)
    return written && xml('qti-template-default', { 'template-identifier': one.attributes?.templateidentifier }, written)
  })
  return defaults.includes(undefined) ? undefined : defaults.join('')
}

/** The start of a choice, in whose text a token says that it may be hidden. */
const ofChoice = /(<qti-[a-z-]+choice\b[^>]*)>⟦(\d+)⟧/g
/** A number or name of a formula that is drawn. */
const inMath = /<(mn|mi)\b[^>]*>⟦(\d+)⟧<\/\1>/g

/** The body of an item with what its tokens represent. */
export const withPlaces = (body: string, template: QuestionTemplate | undefined): Body => {
  if (!template) return { body }
  const placeAt = (number: string | number) => template.places[Number(number)]
  const hidden = (place: QtiElement) => {
    const { 'template-identifier': names = '', 'show-hide': way = 'show' } = attributesOf(place)
    return ` template-identifier="${escaped(names)}" show-hide="${escaped(way)}"`
  }
  const withNames = body
    .replace(ofChoice, (found, start: string, number: string) => {
      const place = placeAt(number)
      return place && isChoice(place) ? `${start}${hidden(place)}>` : found
    })
    .replace(inMath, (found, _, number: string) => {
      const place = placeAt(number)
      return place?.name === 'mi' ? `<mi>${escaped(place.attributes?.identifier ?? '')}</mi>` : found
    })
  const written = tokenParts(withNames).map((part) => {
    if (typeof part === 'string') return part
    const place = placeAt(part.place)
    if (place?.name === 'printedvariable' && part.mark === '') return xml('qti-printed-variable', attributesOf(place))
    const stretch = place && part.mark !== '' ? stretches[place.name] : undefined
    if (!place || !stretch) return undefined
    return part.mark === '/' ? stretch.after : `${xml(stretch.name, attributesOf(place)).replace(/\/>$/, '>')}${stretch.before}`
  })
  const joined = written.join('')
  return written.includes(undefined) || hasTokens(joined)
    ? { why: 'Something of it is drawn that QTI 3.0 has no place for.' }
    : { body: joined }
}
