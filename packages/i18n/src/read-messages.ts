import { readFileSync } from 'node:fs'
import { areasOf, type MessageSetName } from './areas.ts'
import type { Messages } from './catalogue.ts'
import { compile } from './compile.ts'
import type { LanguageTag } from './languages.ts'

export type Area = (typeof areasOf)[MessageSetName][number]

/** The file of an area in a language, as a translator edits it. */
export const fileOf = (tag: LanguageTag, area: Area): URL => new URL(`../messages/${tag}/${area}.json`, import.meta.url)

/** The texts of a file by id; none if there is no such file. Throws an error if it is no JSON. */
export const readFileOf = (tag: LanguageTag, area: Area): Readonly<Record<string, string>> => {
  try {
    // Boundary: `script/check/messages.ts` says of each file whether it is that.
    return JSON.parse(readFileSync(fileOf(tag, area), 'utf8')) as Record<string, string>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

const compiled = (text: string | undefined) => {
  try {
    return text === undefined || text.trim() === '' ? undefined : compile(text)
  } catch {
    return undefined
  }
}

/** The texts of a set in a language as they are written: a text that is missing, empty or broken there is English. */
export const readTexts = (tag: LanguageTag, set: MessageSetName): Readonly<Record<string, string>> => {
  const texts: Record<string, string> = {}
  for (const area of areasOf[set]) {
    const translated = readFileOf(tag, area)
    for (const [id, english] of Object.entries(readFileOf('en', area)))
      texts[id] = compiled(translated[id]) === undefined ? english : (translated[id] ?? english)
  }
  return texts
}

/** The same, ready to be filled in. */
export const readMessages = (tag: LanguageTag, set: MessageSetName): Messages =>
  Object.fromEntries(Object.entries(readTexts(tag, set)).map(([id, text]) => [id, compile(text)]))
