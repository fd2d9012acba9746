import { numberField, type QueryField } from '@sitwell/navigation/address-query.ts'

const isNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)

/** Two sets that are compared, or a set and now: `1~now`. */
const comparedField: QueryField<readonly [from: string, to: string] | undefined> = {
  read: (text = '') => {
    const [from = '', to = '', ...more] = text.split('~')
    const isSide = (side: string) => side === 'now' || isNumber(side)
    return isSide(from) && isSide(to) && more.length === 0 ? [from, to] : undefined
  },
  write: (value) => value?.join('~'),
}

/**
 * The fields of the address of the page (`release`: the number of the set whose release is prepared), so that a user can send a comparison to another person who has to
 * look at it.
 */
export const setsFields = { compare: comparedField, release: numberField }
