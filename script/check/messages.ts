import { existsSync, readdirSync } from 'node:fs'
import { areasOf } from '@sitwell/i18n/areas'
import { compile } from '@sitwell/i18n/compile'
import { inspect, type Wants } from '@sitwell/i18n/inspect'
import { type Language, languages } from '@sitwell/i18n/languages'
import { type Area, fileOf, readFileOf } from '@sitwell/i18n/read-messages'
import type { Finding } from './run-tool.ts'

/** Texts of a file, by id. */
type Texts = Readonly<Record<string, unknown>>

/** A text of this many words that reads as the English one does was forgotten. */
const untranslatedWords = 4

const wordsIn = (text: string) => text.replaceAll(/\{[^}]*\}/g, '').match(/\p{L}+/gu)?.length ?? 0

const read = (text: unknown): Wants | string => {
  if (typeof text !== 'string' || text.trim() === '') return 'has no text'
  try {
    return inspect(compile(text))
  } catch (error) {
    return `can't be read: ${String(error)}`
  }
}

/** The problems with the plurals of a text: each has all forms that its language has, and what English counts is counted. */
const faultsOfPlurals = (wants: Wants, ofEnglish: Wants, { code, name }: Language): string[] => {
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories
  const wrong = wants.plurals.flatMap((plural) => {
    const missing = forms.filter((form) => !plural.forms.includes(form))
    const unknown = plural.forms.filter((form) => !forms.some((one) => one === form))
    return [
      ...missing.map((form) => `lacks the form “${form}” of ${name} for {${plural.name}}`),
      ...unknown.map((form) => `has a form “${form}” for {${plural.name}} that ${name} has not`),
    ]
  })
  const uncounted = ofEnglish.plurals.filter(({ name }) => !wants.plurals.some((plural) => plural.name === name))
  return [...wrong, ...uncounted.map((plural) => `has no plural for {${plural.name}}`)]
}

const faultsOfText = (text: unknown, english: unknown, language: Language): string[] => {
  const wants = read(text)
  if (typeof wants === 'string') return [wants]
  const ofEnglish = read(english)
  if (typeof ofEnglish === 'string') return []
  const faults = faultsOfPlurals(wants, ofEnglish, language)
  const named = (all: readonly string[]) => all.map((name) => `{${name}}`).join(', ') || 'nothing'
  if (wants.names.join() !== ofEnglish.names.join())
    faults.push(`is filled in with ${named(wants.names)}, the English one with ${named(ofEnglish.names)}`)
  if (language.tag !== 'en' && text === english && wordsIn(String(text)) >= untranslatedWords) faults.push('is English')
  return faults
}

/** The problems with a file's texts in a language, a line each. */
export const faultsOfTexts = (texts: Texts, english: Texts, language: Language): string[] => [
  ...Object.keys(english).flatMap((id) =>
    Object.hasOwn(texts, id)
      ? faultsOfText(texts[id], english[id], language).map((fault) => `${id} ${fault}`)
      : [`${id} is missing; English stands in for it`],
  ),
  ...Object.keys(texts)
    .filter((id) => !Object.hasOwn(english, id))
    .map((id) => `${id} is no text of the English file`),
]

/** An id is of one file: two that both have it would say two things. `files`: the ids of each area. */
export const idsOfTwo = (files: Readonly<Record<string, readonly string[]>>): string[] => {
  const found = new Map<string, string>()
  return Object.entries(files).flatMap(([area, ids]) =>
    ids.flatMap((id) => {
      const other = found.get(id)
      found.set(id, area)
      return other === undefined ? [] : [`en/${area}.json: ${id} stands in ${other}.json too`]
    }),
  )
}

/** Each language says everything, with the same values in it and all the plural forms that it has. */
export const checkMessages = async (): Promise<Finding> => {
  const areas: readonly Area[] = Object.values(areasOf).flat()
  const folders = readdirSync(new URL('../', fileOf('en', 'shell'))).filter((name) => !name.startsWith('.'))
  const faults = [
    ...idsOfTwo(Object.fromEntries(areas.map((area) => [area, Object.keys(readFileOf('en', area))]))),
    ...folders
      .filter((name) => !languages.some(({ tag }) => tag === name))
      .map((name) => `${name}: packages/i18n/src/languages.ts names no such language`),
    ...languages.flatMap((language) => {
      const folder = new URL('./', fileOf(language.tag, 'shell'))
      const files = existsSync(folder) ? readdirSync(folder) : []
      const strangers = files.filter((file) => !areas.some((area) => file === `${area}.json`))
      return [
        ...strangers.map((file) => `${language.tag}/${file}: packages/i18n/src/areas.ts names no such area`),
        ...areas.flatMap((area) =>
          faultsOfTexts(readFileOf(language.tag, area), readFileOf('en', area), language).map(
            (fault) => `${language.tag}/${area}.json: ${fault}`,
          ),
        ),
      ]
    }),
  ]
  const count = areas.reduce((total, area) => total + Object.keys(readFileOf('en', area)).length, 0)
  const detail = faults.length > 0 ? faults.join('\n') : `${count} texts in ${languages.map(({ name }) => name).join(', ')}`
  return { ok: faults.length === 0, detail }
}
