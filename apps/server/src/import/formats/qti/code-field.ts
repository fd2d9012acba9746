import { hasTokens } from '@sitwell/question-types/marking'
import { attributeOf, childrenOf, type Element, insideOf, type Node, nameOf, textIn } from '../../files/xml.ts'
import type { AsFields, Asked } from './as-fields.ts'
import { filesOfCode, modulesOf } from './code-files.ts'
import { markupOf } from './code-markup.ts'

type Property = { readonly name: string; readonly value: string }

/** `data-page-count` is `pageCount`, as code asks for it. */
const ofData = (interaction: Element): Property[] =>
  Array.from(interaction.attributes).flatMap(({ name, value }) => {
    const [, rest] = /^data-(.+)$/.exec(name) ?? []
    return rest === undefined ? [] : [{ name: rest.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()), value }]
  })

/** Properties of IMS PCI 1.0, in groups of each other. */
const ofGroups = (element: Element, above: string): Property[] =>
  childrenOf(element).flatMap((one) => {
    const key = (attributeOf(one, 'key') ?? '').replaceAll('/', '-')
    if (key === '') return []
    const name = above + key
    return nameOf(one) === 'properties' ? ofGroups(one, `${name}/`) : [{ name, value: textIn(one) }]
  })

const propertiesOf = (interaction: Element): Property[] => [
  ...ofData(interaction),
  ...childrenOf(interaction, 'properties').flatMap((one) => ofGroups(one, '')),
]

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** The interaction with the code: itself in QTI 3.0, and within a `customInteraction` before. */
const portableIn = (interaction: Element): Element | undefined =>
  nameOf(interaction) === 'portablecustominteraction'
    ? interaction
    : insideOf(interaction, (name) => name === 'portablecustominteraction')[0]

const asksForDrawn = { why: 'Its custom interaction asks for drawn values.' }

/** A portable custom interaction: code of its author's own, which runs in a frame of the player. */
export const codeField = ({ interaction, response, id, label, place }: Asked): AsFields => {
  const { reading, path } = place
  const portable = portableIn(interaction)
  if (!portable) return { why: 'Its custom interaction is no portable one: only a program that knows it can show it.' }
  const type = attributeOf(portable, 'custominteractiontypeidentifier') ?? ''
  if (type === '') return { why: 'Its custom interaction names no type.' }
  if (response.baseType === 'file') return { why: 'Its custom interaction answers with a file.' }
  if (insideOf(portable, (name) => name === 'templatevariable' || name === 'contextvariable').length > 0) return asksForDrawn
  const { module, modules } = modulesOf(reading.files, path, portable)
  const properties = propertiesOf(portable)
  const markup = markupOf(
    childrenOf(portable)
      .filter((one) => ['interactionmarkup', 'markup'].includes(nameOf(one)))
      .flatMap((one) => Array.from<Node>(one.childNodes)),
  )
  if (hasTokens(markup.html) || properties.some(({ value }) => hasTokens(value))) return asksForDrawn
  for (const what of markup.removed) reading.lose(path, what, 'It may not stand in the markup of a custom interaction.')
  const named = [...markup.addresses, ...properties.map(({ value }) => value)].filter((one) => one.length < 500)
  const files = filesOfCode(reading.files, path, modules, named)
  for (const file of files) reading.used.add(file)
  return {
    components: [
      [
        {
          ...{ kind: 'custom', id, label, hidesLabel: true, type, module, modules, properties, markup: markup.html },
          files: files.map((name) => ({ name, src: encoded(name) })),
          response: attributeOf(interaction, 'responseidentifier') ?? 'RESPONSE',
        },
      ],
    ],
    fields: [{ field: id }],
  }
}
