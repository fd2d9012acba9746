import { type Language, languageOf, languages } from '@sitwell/i18n/languages'
import * as z from 'zod/mini'

const key = 'sitwell.languages'

/** People of one browser that are remembered: a room's computer meets hundreds. */
const mostChoices = 200

const memory = z.object({ version: z.literal(1), choices: z.record(z.string(), z.enum(languages.map(({ tag }) => tag))) })
type Choices = z.infer<typeof memory>['choices']

/** Whose choice it is: of a person, or of whoever isn't signed in at an organisation. */
export interface LanguageScope {
  readonly orgId: number
  readonly userGuid?: string | undefined
}

const nameOf = ({ orgId, userGuid }: LanguageScope): string => (userGuid === undefined ? `${orgId}` : `${orgId}/${userGuid}`)

const read = (storage: Pick<Storage, 'getItem'>): Choices => {
  try {
    return z.parse(memory, JSON.parse(storage.getItem(key) ?? 'null')).choices
  } catch {
    // Nothing remembered, or by a version to come, or a browser that keeps nothing.
    return {}
  }
}

/** What was chosen last in this browser, where it is still offered. */
export const chosenLanguage = (
  storage: Pick<Storage, 'getItem'>,
  scope: LanguageScope,
  offered: readonly Language[],
): Language | undefined => {
  const choices = read(storage)
  const tag = Object.hasOwn(choices, nameOf(scope)) ? choices[nameOf(scope)] : undefined
  const chosen = tag && languageOf(tag)
  return chosen && offered.includes(chosen) ? chosen : undefined
}

export const rememberLanguage = (
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  scope: LanguageScope,
  { tag }: Language,
): void => {
  const others = Object.entries(read(storage)).filter(([name]) => name !== nameOf(scope))
  const choices = Object.fromEntries([...others, [nameOf(scope), tag] as const].slice(-mostChoices))
  try {
    storage.setItem(key, JSON.stringify({ version: 1, choices }))
  } catch {
    // A browser that keeps nothing: the choice holds until the page is left.
  }
}
