import type { OwnTextProblem, OwnTextState } from '@sitwell/contract'
import { compile } from '@sitwell/i18n/compile'
import { inspect } from '@sitwell/i18n/inspect'
import type { Language, LanguageTag } from '@sitwell/i18n/languages'
import { readOwnTexts } from '@sitwell/i18n/own-texts'
import { readTexts } from '@sitwell/i18n/read-messages'
import { versionOf } from '../organisation/settings/changed-between.ts'

/** The sets over which an organisation's own texts stand (`packages/i18n/README.md`). */
const sets = ['visitor', 'proctoring', 'player', 'logs', 'server'] as const

const byLanguage = new Map<LanguageTag, ReadonlyMap<string, string>>()

/** What is said in a language, by id, in the order of the areas. Read once. */
export const knownTexts = ({ tag }: Pick<Language, 'tag'>): ReadonlyMap<string, string> => {
  const texts = byLanguage.get(tag) ?? new Map(sets.flatMap((set) => Object.entries(readTexts(tag, set))))
  byLanguage.set(tag, texts)
  return texts
}

const namesIn = (text: string): string[] => [...inspect(compile(text)).names]

/** Why a text can't stand in the place of another; undefined if it can. What is filled in has to have a place in it, and nothing else is filled in. */
export const ownTextProblem = async (usual: string, own: string): Promise<OwnTextProblem | undefined> => {
  if (own.trim() === '') return 'empty'
  const message = (await readOwnTexts(new Map([['own', own]]))).get('own')
  if (message === undefined) return 'unreadable'
  return inspect(message).names.join() === namesIn(usual).join() ? undefined : 'names'
}

/** A text as a screen shows it. */
export const ownTextStateOf = (id: string, usual: string, own: string | undefined): OwnTextState => ({
  ...{ id, usual, names: namesIn(usual), version: versionOf(own) },
  ...(own !== undefined && { own }),
})
