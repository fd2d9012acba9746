import { textField } from '@sitwell/navigation/address-query.ts'

/** What the address of a marking page holds. `response`: the one to begin with, such as one of the marker's own. */
export const markingFields = { response: textField({ longest: 2000 }) }
