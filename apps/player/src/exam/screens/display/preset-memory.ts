import type { ShownPresets } from '@sitwell/contract'
import * as z from 'zod/mini'
import { displayOf, keepDisplay } from './display.ts'

/** What of a preset changes how the player looks. */
type Look = Pick<ShownPresets, 'textPercent' | 'theme'>

/**
 * What changes as an exam opens, once the presets of its learner are `now` and this browser has last put on `before`. A preset is put on when it is new here, so that
 * what a learner chooses afterwards holds. One that is gone gives back the usual look, unless the learner has another one by now (`shown`).
 */
export const lookToPutOn = (
  before: Look,
  now: Look,
  { shown, usual }: { readonly shown: Required<Look>; readonly usual: Required<Look> },
): Look => {
  const changed = <Field extends keyof Look>(field: Field): Look[Field] => {
    if (now[field] === before[field]) return undefined
    return now[field] ?? (shown[field] === before[field] ? usual[field] : undefined)
  }
  const [textPercent, theme] = [changed('textPercent'), changed('theme')]
  return { ...(textPercent !== undefined && { textPercent }), ...(theme !== undefined && { theme }) }
}

const key = 'sitwell.presets'
/** People of one browser that are remembered: a room's computer meets hundreds. */
const mostPeople = 100

const look = z.object({ textPercent: z.optional(z.number()), theme: z.optional(z.string()) })
const version1 = z.object({ version: z.literal(1), people: z.record(z.string(), look) })

const read = (storage: Pick<Storage, 'getItem'>): Readonly<Record<string, Look>> => {
  try {
    return z.parse(version1, JSON.parse(storage.getItem(key) ?? 'null')).people
  } catch {
    // Nothing kept, or by a version to come, or a browser that keeps nothing.
    return {}
  }
}

/** The colours of the page, and which there are. */
export interface Themes {
  readonly choices: readonly { readonly name: string }[]
  current(): string
  choose(name: string): void
}

/** Puts on what is set for a person, before their exam is painted. `usualTheme`: what they have if nobody chose one. */
export const putOn = (
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  person: string,
  { textPercent, theme }: ShownPresets,
  { themes, usualTheme }: { readonly themes: Themes; readonly usualTheme: string },
): void => {
  const people = read(storage)
  const before = (Object.hasOwn(people, person) ? people[person] : undefined) ?? {}
  // A theme that this organisation has no longer changes nothing.
  const isThere = themes.choices.some(({ name }) => name === theme)
  const now = { ...(textPercent !== undefined && { textPercent }), ...(isThere && { theme }) }
  const display = displayOf(storage, person)
  const wanted = lookToPutOn(before, now, {
    shown: { textPercent: display.textPercent, theme: themes.current() },
    usual: { textPercent: 100, theme: usualTheme },
  })
  if (wanted.textPercent !== undefined) keepDisplay(storage, person, { ...display, textPercent: wanted.textPercent })
  if (wanted.theme !== undefined) themes.choose(wanted.theme)
  if (now.textPercent === before.textPercent && now.theme === before.theme) return
  const others = Object.entries(people).filter(([name]) => name !== person)
  const kept = Object.fromEntries([...others, [person, now] as const].slice(-mostPeople))
  try {
    storage.setItem(key, JSON.stringify({ version: 1, people: kept }))
  } catch {
    // A browser that keeps nothing: it is put on again with the next page, as nothing that was chosen is kept either.
  }
}
