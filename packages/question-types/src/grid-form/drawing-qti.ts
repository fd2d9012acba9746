import { escaped, xhtmlOf, xml } from '../qti-writing/xml-qti.ts'
import { fieldsOf } from './form.ts'
import type { AuthoredGridForm } from './marking.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
}

/** A path as an address; one that is an address already stays. */
const addressed = (path: string) => path.replaceAll(/[^\w./%~-]/gu, encodeURIComponent)

/** A form that asks for a drawing and for nothing else: QTI has something like it. */
const formOf = (question: AuthoredGridForm) => {
  const components = question.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.components))
  const fields = fieldsOf(question)
  const [field] = fields
  const isAlone = fields.length === 1 && components.every(({ kind }) => kind === 'text' || kind === 'drawing')
  const isForPerson = !question.key.actions && Object.values(question.key.fields).every(({ kind }) => kind === 'person')
  if (field?.kind !== 'drawing' || !isAlone || !isForPerson || question.actions.length > 0) return undefined
  return { field, texts: components.flatMap((one) => (one.kind === 'text' ? [one.html] : [])) }
}

/** The picture that a question is drawn on, where nothing else is asked in it; undefined of any other question. */
export const drawnOn = (question: AuthoredGridForm): string | undefined => formOf(question)?.field.src

/** What stands below the text of such a question. A label that is kept from those who see stands above its field as a text. */
export const drawingXml = (question: AuthoredGridForm, response: string): string | undefined => {
  const form = formOf(question)
  if (!form) return undefined
  const { field, texts } = form
  const above = field.hidesLabel ? texts.slice(0, -1) : texts
  const prompt = (field.hidesLabel ? texts.at(-1) : undefined) ?? escaped(field.label)
  const { src, alt, width, height } = field
  const type = mediaTypes[src.split('.').at(-1)?.toLowerCase() ?? '']
  const picture = xml('object', { data: `../${addressed(src)}`, type, width, height }, escaped(alt))
  const asked = xml('qti-prompt', {}, field.hidesLabel && texts.length > 0 ? xhtmlOf(prompt) : prompt)
  return (
    above.map((html) => `<div>${xhtmlOf(html)}</div>`).join('') +
    xml('qti-drawing-interaction', { 'response-identifier': response }, asked + picture)
  )
}
