import type { AccommodationState } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { AccommodationTable, PersonTable, Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { findPerson, nobody } from '../office/people/found-person.ts'
import { otherRequest } from '../office/places/names.ts'
import { erasedSearchName } from '../search-name.ts'
import { holdPersonRow } from '../security/people/write-person.ts'
import type { SecurityKind } from '../security-log/security-event.ts'
import { readState } from './accommodation-state.ts'
import type { AccommodationsContext } from './accommodations-context.ts'
import { applyToSittings } from './apply-to-sittings.ts'

const forThemselves = refuse('NOT_ALLOWED', 'Nobody enters accommodations for themselves.')
const none = refuse('NOT_FOUND', 'This person has no such accommodation.')
const closed = refuse('CLOSED', 'The accommodation was withdrawn: add another one.')

/** What became of writing a version. */
export type Written =
  | { readonly is: 'written' | 'same' | 'stale'; readonly row: AccommodationTable }
  | { readonly is: 'gone' | 'other' }
  | { readonly is: 'closed' }

/** Who writes, and when. */
export type By = Pick<AccommodationTable, 'written_by' | 'written_at'>

/** Writes a version of an accommodation of a person who is held until the transaction ends. */
export type Writing = (transaction: Kysely<Schema>, person: PersonTable, by: By) => Promise<Written>

/** The newest version of an accommodation, by its id. */
export const newestOf = (
  transaction: Kysely<Schema>,
  { org_id }: Pick<PersonTable, 'org_id'>,
  id: string,
): Promise<AccommodationTable | undefined> =>
  transaction
    .selectFrom('accommodation')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('accommodation_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertVersion = async (transaction: Kysely<Schema>, row: AccommodationTable): Promise<Written> => {
  await transaction.insertInto('accommodation').values(row).execute()
  return { is: 'written', row }
}

/** What makes a version what it is: all but its number, and when and by whom it was written. */
const ownColumns = [
  ...(['extra_percent', 'extra_minutes', 'rest_minutes', 'from_day', 'until_day', 'approved_by', 'approved_on'] as const),
  ...(['text_percent', 'theme', 'supports', 'opens_supports'] as const),
  ...(['basis', 'note', 'is_withdrawn', 'reason'] as const),
] as const

/** A version without its number. */
export type Own = Pick<AccommodationTable, (typeof ownColumns)[number]>

export const isSameVersion = (row: AccommodationTable, own: Own): boolean =>
  ownColumns.every((column) => row[column] === own[column])

/** A new version in the place of the one that the change is based on; the same once more, whose reply was lost, finds nothing to do. */
export const nextVersion =
  (
    { accommodationID, version }: { readonly accommodationID: string; readonly version: number },
    ownAfter: (row: AccommodationTable) => Own,
  ): Writing =>
  async (transaction, person, by) => {
    const row = await newestOf(transaction, person, accommodationID)
    if (row?.user_guid !== person.user_guid) return { is: 'gone' }
    const own = ownAfter(row)
    if (row.version === version + 1 && row.written_by === by.written_by && isSameVersion(row, own)) return { is: 'same', row }
    if (row.version !== version) return { is: 'stale', row }
    if (row.is_withdrawn === 1) return { is: 'closed' }
    return insertVersion(transaction, { ...row, ...own, ...by, version: version + 1, is_settled: 0 })
  }

interface Asked {
  readonly caller: Caller
  /** Of the request. */
  readonly address: string
  readonly userID: number
  readonly kind: SecurityKind
}

/** What came of writing. `stale`: `accommodation` is how it is by now. */
type Outcome =
  | { readonly is: 'stale'; readonly accommodation: AccommodationState }
  | { readonly is: 'closed' }
  | RefusedOutcome<'NOT_FOUND' | 'NOT_ALLOWED' | 'INVALID_REQUEST'>
  | { readonly ok: true; readonly value: { readonly accommodation: AccommodationState; readonly sittings: number } }

/**
 * Writes a version of an accommodation of somebody else, puts it into force in their sittings that are under way, and returns it as it is. The log has that
 * it was written, and nothing of why.
 */
export const writeVersion = async (
  context: AccommodationsContext,
  { caller, address, userID, kind }: Asked,
  writing: Writing,
): Promise<Outcome> => {
  const { database, clock, securityLog } = context
  const found = await findPerson(context, caller, userID)
  if (!found.ok) return found
  if (found.isSelf) return forThemselves
  const { org_id: orgId, user_guid: userGuid } = found.person
  const written = await database.kysely.transaction().execute(async (transaction): Promise<Written | undefined> => {
    // Whoever erases the person waits, and finds what was written.
    const person = await holdPersonRow(transaction, found.person)
    if (!person || person.search_name === erasedSearchName) return undefined
    return writing(transaction, person, { written_by: caller.userGuid, written_at: clock.nowMs() })
  })
  if (!written) return nobody
  if (written.is === 'closed') return written
  if (!('row' in written)) return written.is === 'gone' ? none : otherRequest
  const id = written.row.accommodation_id
  if (written.is === 'written') {
    const target = { accommodation: id, version: written.row.version }
    securityLog.note({ kind, orgId, userGuid, author: caller.userGuid, address, target })
  }
  // For a repeated request too: the server may have ended before it did this for the first.
  const sittings = written.is === 'stale' ? 0 : await applyToSittings(context, { orgId, userGuid }, caller)
  const accommodation = await readState(database, { orgId, userGuid }, id, clock.nowMs())
  if (!accommodation) return none
  return written.is === 'stale' ? { is: 'stale', accommodation } : { ok: true, value: { accommodation, sittings } }
}

/** The same for what takes the place of a version. */
export const writeNextVersion = async (context: AccommodationsContext, asked: Asked, writing: Writing) => {
  const outcome = await writeVersion(context, asked, writing)
  if (!('is' in outcome)) return outcome
  if (outcome.is === 'closed') return closed
  const { accommodation: current } = outcome
  return refuse('CHANGED_MEANWHILE', 'Somebody changed this accommodation since this version.', { current })
}
