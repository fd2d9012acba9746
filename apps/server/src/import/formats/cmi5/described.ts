import { isIri, isLanguageTag } from '@sitwell/exam/courses/xapi/values'
import type { Described, LanguageMap } from '../../authored-structure.ts'
import { PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, insideOf } from '../../files/xml.ts'

export const structureName = 'cmi5.xml'

/** An attribute or a text without the blanks around it, as the standard wants it taken; undefined if nothing is left. */
export const trimmed = (text: string | null | undefined): string | undefined => text?.trim() || undefined

export const childText = (element: Element, name: string): string | undefined =>
  trimmed(childrenOf(element, name)[0]?.textContent)

const textsOf = (element: Element, name: string, place: string): LanguageMap => {
  const texts: [string, string][] = []
  for (const one of childrenOf(element, name).flatMap((child) => childrenOf(child, 'langstring'))) {
    const text = trimmed(one.textContent)
    const tag = trimmed(attributeOf(one, 'lang')) ?? 'und'
    if (!isLanguageTag(tag)) throw new PackageRefused(`${place} ${name}`, `"${tag}" names no language.`)
    if (text !== undefined) texts.push([tag, text.slice(0, 4000)])
  }
  return Object.fromEntries(texts)
}

/** The text that suits most readers of an installation: English, otherwise the first there is. */
export const plainText = (texts: LanguageMap): string | undefined => {
  const tags = Object.keys(texts)
  const tag = tags.find((one) => /^en(-|$)/i.test(one)) ?? tags[0]
  return tag === undefined ? undefined : texts[tag]
}

/** What an element says of itself: its id, which has to be an IRI, its title, its description and its objectives. */
export const describedIn = (element: Element, what: string): Described => {
  const id = trimmed(attributeOf(element, 'id'))
  const place = `${structureName} ${what} ${id ?? ''}`.trim()
  if (id === undefined) throw new PackageRefused(place, `A ${what} has no id.`)
  if (!isIri(id)) throw new PackageRefused(place, `Its id "${id}" is no IRI: it has to begin with a scheme, as https: does.`)
  const title = textsOf(element, 'title', place)
  if (Object.keys(title).length === 0) throw new PackageRefused(place, 'It has no title.')
  const references = childrenOf(element, 'objectives').flatMap((list) => insideOf(list, 'objective'))
  const objectives = references.flatMap((one) => trimmed(attributeOf(one, 'idref')) ?? [])
  return { id, title, description: textsOf(element, 'description', place), ...(objectives.length > 0 && { objectives }) }
}
