import { type DeliveryResults, type exportFormats, exportsOfResults } from '@sitwell/contract'
import { choiceField, textField } from '@sitwell/navigation/address-query.ts'

/** In the address: the set (empty: the one that is meant unless somebody says otherwise), rows, format, and whose statements are wanted. */
export const exportsFields = {
  set: textField({ longest: 10 }),
  what: choiceField(exportsOfResults),
  format: choiceField(['xlsx', 'csv'] as const satisfies readonly (typeof exportFormats)[number][]),
  /** Numbers of people, with commas between; empty: everybody. */
  people: textField({ longest: 6000 }),
}

/** The most people whose statements are asked for by their numbers. */
const mostPeople = 500

/** The set that the address names: the one that learners are shown, otherwise the newest one, otherwise what is now, if it names none that is there. */
export const setIn = (value: string, { sets, shown }: Pick<DeliveryResults, 'sets' | 'shown'>): number | 'now' => {
  if (value === 'now') return 'now'
  const named = sets.find(({ set }) => String(set) === value)
  return named?.set ?? shown ?? sets[0]?.set ?? 'now'
}

/** The people that the address names; undefined for everybody. */
export const peopleIn = (value: string): readonly number[] | undefined => {
  const numbers = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^\d{1,15}$/.test(part))
    .map(Number)
  return numbers.length === 0 ? undefined : [...new Set(numbers)].slice(0, mostPeople)
}

/** The query by which a link asks for the statements of these people. */
export const queryOfPeople = (userIDs: readonly number[]): string => `people=${userIDs.join(',')}`
