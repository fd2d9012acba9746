import { type Bindings, type Body, unlikeQti } from '../qti-writing/body-qti.ts'
import { xhtmlOf, xml } from '../qti-writing/xml-qti.ts'
import type { AuthoredGridForm as Form } from './marking.ts'

type Component = Form['rows'][number]['cells'][number]['components'][number]
type CodeComponent = Extract<Component, { kind: 'custom' }>

const componentsOf = ({ rows }: Form): Component[] => rows.flatMap(({ cells }) => cells.flatMap(({ components }) => components))

/** The interactions with code of a form that holds nothing else but texts; undefined if it holds more, or none. */
export const codeIn = (form: Form): readonly CodeComponent[] | undefined => {
  const components = componentsOf(form)
  const code = components.filter((one) => one.kind === 'custom')
  const isCodeAlone = components.every(({ kind }) => kind === 'custom' || kind === 'text')
  return isCodeAlone && code.length > 0 ? code : undefined
}

/** Files stand where they stood, seen from the folder of the items; their addresses are written as a path is. */
const fromItems = (src: string) => `../${src}`

const interactionXml = (component: CodeComponent, response: string): string => {
  const { type, module, modules, files, properties, markup } = component
  const data = properties.map(
    ({ name, value }) => [`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value] as const,
  )
  const addressOf = (file: string) => fromItems(files.find(({ name }) => name === file)?.src ?? file)
  const listed = modules.map(({ id, file }) => xml('qti-interaction-module', { id, 'primary-path': addressOf(file) }))
  return xml(
    'qti-portable-custom-interaction',
    {
      'custom-interaction-type-identifier': type,
      'response-identifier': response,
      module,
      ...Object.fromEntries(data),
    },
    xml('qti-interaction-modules', {}, listed.join('')) + xml('qti-interaction-markup', {}, xhtmlOf(markup)),
  )
}

/** The body of a form with code of its author's own: its texts, and each interaction where it stands; or why it can't be one. */
export const codeBody = (form: Form, bindings: Bindings): Body => {
  const code = codeIn(form)
  if (!code) return unlikeQti(form)
  // A name has to come back as it was.
  if (code.some(({ properties }) => properties.some(({ name }) => !/^[a-z][a-zA-Z\d]*$/.test(name))))
    return { why: 'A property of its code has a name that QTI 3.0 can’t say.' }
  const responseOf = (id: string) =>
    Object.entries(bindings).find(([, one]) => one.from === 'form' && one.fields[0]?.field === id)?.[0]
  if (code.some(({ id }) => responseOf(id) === undefined))
    return { why: 'Its rules ask for nothing of one of its interactions.' }
  const parts = componentsOf(form).map((one) => {
    if (one.kind === 'custom') return interactionXml(one, responseOf(one.id) ?? '')
    return one.kind === 'text' ? `<div>${xhtmlOf(one.html)}</div>` : ''
  })
  return { body: `<div>${xhtmlOf(form.text)}</div>${parts.join('')}` }
}
