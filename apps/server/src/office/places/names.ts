import type { Kysely } from 'kysely'
import { nextNumber } from '../../db/next-number.ts'
import type { CentreTable, Schema } from '../../db/schema.ts'
import { foldedName } from '../../folded-name.ts'
import { refuse } from '../../http/refusal.ts'
import { plainLine } from '../../plain-line.ts'
import { signInName } from '../../sign-in-name.ts'

/** Characters that no name of one line has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu

/** A text of one line as it is kept: without control characters and blanks around it. */
export const lineOf = (text: string): string => plainLine(text.replaceAll(controls, ' ').toWellFormed())

/** The columns of the name of a group, a centre or a room. */
export type NameColumns = Pick<CentreTable, 'name' | 'name_key' | 'search_name'>

/** Undefined if nothing of the name can be seen. */
export const namesOf = (typed: string): NameColumns | undefined => {
  const name = lineOf(typed)
  const search_name = foldedName(name)
  return search_name.trim() === '' ? undefined : { name, name_key: signInName(name), search_name }
}

export const blankName = refuse('INVALID_REQUEST', 'The name is empty.', { details: [{ path: 'body.name', message: 'empty' }] })

export const nameTaken = refuse('NAME_TAKEN', 'Another one has this name.', {
  details: [{ path: 'body.name', message: 'taken' }],
})

/** Another request with the same id asked for something else. */
export const otherRequest = refuse('INVALID_REQUEST', 'A request with this id has asked for something else.', {
  details: [{ path: 'body.requestId', message: 'used' }],
})

/** Until the transaction ends, no other gives a group, centre or room of the organisation a name. */
export const holdNames = (transaction: Kysely<Schema>, orgId: number) => nextNumber(transaction, orgId, 'place-names', 0)
