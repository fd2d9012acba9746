import type { OptionCredit } from './option-credit.ts'

/** The new id of an id in a list of a question. */
export type Rename = (list: string, id: string) => string

/** Options with their new ids; `list` is what the question calls them. */
export const renamedOptions = <T extends { readonly id: string }>(list: string, options: readonly T[], rename: Rename): T[] =>
  options.map((one) => ({ ...one, id: rename(list, one.id) }))

export const renamedCredit = (credit: OptionCredit, rename: Rename): OptionCredit =>
  credit.kind === 'weights'
    ? {
        ...credit,
        weights: Object.fromEntries(Object.entries(credit.weights).map(([id, one]) => [rename('options', id), one])),
      }
    : credit
