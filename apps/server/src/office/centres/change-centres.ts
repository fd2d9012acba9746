import { randomUUID } from 'node:crypto'
import { officeAddCentre, officeChangeCentre, officeCloseCentre, officeRemoveCentre } from '@sitwell/contract'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { CentreTable, Schema } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { blankName, holdNames, namesOf } from '../places/names.ts'
import { columnsOf } from './centre-fields.ts'
import { holdCentre, isCentreNameTaken, updateCentre } from './centre-queries.ts'
import { changedMeanwhile, closing, hasAll, isCentreUsed, type Outcome, readCentre, refusals } from './centre-state.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

const note = (
  { securityLog }: Context,
  { caller, request, what }: { readonly caller: Caller; readonly request: FastifyRequest; readonly what: string },
  { centre_id, name }: CentreTable,
) =>
  securityLog.note({
    ...{ kind: 'centre-changed', orgId: caller.orgId, author: caller.userGuid, address: request.ip, what },
    target: { centre: centre_id, name },
  })

/** Adds a centre. Its id is that of the request, so that the same request again finds it. */
export const officeAddCentreRoute = (context: Context) =>
  route(officeAddCentre, async ({ caller, body, request }) => {
    const { database, clock } = context
    const read = columnsOf(body)
    if (!read.ok) return read
    const names = namesOf(body.name)
    if (!names) return blankName
    const { orgId, userGuid } = caller
    const row: CentreTable = {
      ...{ org_id: orgId, centre_id: body.requestId ?? randomUUID(), zone: '', address: '', ...names, ...read.columns },
      ...{ version: 1, added_by: userGuid, added_at: clock.nowMs(), closed_by: null, closed_at: null },
    }
    const outcome = await database.kysely
      .transaction()
      .execute(async (transaction): Promise<Outcome<CentreTable, 'other' | 'taken'>> => {
        await holdNames(transaction, orgId)
        const before = await holdCentre(transaction, orgId, row.centre_id)
        if (before) {
          const isSame = before.added_by === userGuid && before.name_key === row.name_key
          return isSame ? { is: 'same', row: before } : { is: 'other' }
        }
        if (await isCentreNameTaken(transaction, row)) return { is: 'taken' }
        await transaction.insertInto('centre').values(row).execute()
        return { is: 'changed', row }
      })
    if (!('row' in outcome)) return refusals[outcome.is]
    if (outcome.is === 'changed') note(context, { caller, request, what: 'added' }, outcome.row)
    return { ok: true, value: { centre: await readCentre(database.kysely, outcome.row) } }
  })

interface Change<Why extends keyof typeof refusals> {
  readonly isSame: (row: CentreTable) => boolean
  readonly change: (row: CentreTable, transaction: Kysely<Schema>) => Promise<Outcome<CentreTable, Why>>
}

/** Changes a centre that has the version that the change is based on, while it and all names are held. */
const changeCentre = <Why extends keyof typeof refusals>(
  { database }: Context,
  { orgId }: Caller,
  { centreID, version }: { readonly centreID: string; readonly version: number },
  { isSame, change }: Change<Why>,
) =>
  database.kysely.transaction().execute(async (transaction): Promise<Outcome<CentreTable, Why | 'gone'>> => {
    await holdNames(transaction, orgId)
    const row = await holdCentre(transaction, orgId, centreID)
    if (!row) return { is: 'gone' }
    // The same change again, whose reply was lost, finds nothing to do.
    if (isSame(row)) return { is: 'same', row }
    return row.version === version ? change(row, transaction) : { is: 'stale', row }
  })

/** Changes the fields of a centre that are given. */
export const officeChangeCentreRoute = (context: Context) =>
  route(officeChangeCentre, async ({ caller, body, request }) => {
    const read = columnsOf(body)
    if (!read.ok) return read
    const wanted = read.columns
    const outcome = await changeCentre(context, caller, body, {
      isSame: (row) => hasAll(row, wanted),
      change: async (row, transaction): Promise<Outcome<CentreTable, 'taken'>> => {
        if (row.closed_at === null && (await isCentreNameTaken(transaction, { ...row, ...wanted }))) return { is: 'taken' }
        return { is: 'changed', row: await updateCentre(transaction, row, wanted) }
      },
    })
    if (!('row' in outcome)) return refusals[outcome.is]
    const centre = await readCentre(context.database.kysely, outcome.row)
    if (outcome.is === 'stale') return changedMeanwhile(centre)
    if (outcome.is === 'changed') note(context, { caller, request, what: 'changed' }, outcome.row)
    return { ok: true, value: { centre } }
  })

/** Closes a centre, or opens it again. */
export const officeCloseCentreRoute = (context: Context) =>
  route(officeCloseCentre, async ({ caller, body, request }) => {
    const { isClosed } = body
    const outcome = await changeCentre(context, caller, body, {
      isSame: (row) => (row.closed_at !== null) === isClosed,
      change: async (row, transaction): Promise<Outcome<CentreTable, 'taken'>> => {
        if (!isClosed && (await isCentreNameTaken(transaction, row))) return { is: 'taken' }
        const closed = closing(isClosed, caller.userGuid, context.clock.nowMs())
        return { is: 'changed', row: await updateCentre(transaction, row, closed) }
      },
    })
    if (!('row' in outcome)) return refusals[outcome.is]
    const centre = await readCentre(context.database.kysely, outcome.row)
    if (outcome.is === 'stale') return changedMeanwhile(centre)
    if (outcome.is === 'changed') note(context, { caller, request, what: isClosed ? 'closed' : 'opened' }, outcome.row)
    return { ok: true, value: { centre } }
  })

/** Removes a centre that has no room and that nothing names. */
export const officeRemoveCentreRoute = (context: Context) =>
  route(officeRemoveCentre, async ({ caller, body, request }) => {
    const outcome = await changeCentre(context, caller, body, {
      isSame: () => false,
      change: async (row, transaction): Promise<Outcome<CentreTable, 'used'>> => {
        if (await isCentreUsed(transaction, row)) return { is: 'used' }
        const { org_id, centre_id } = row
        await transaction.deleteFrom('centre').where('org_id', '=', org_id).where('centre_id', '=', centre_id).execute()
        return { is: 'changed', row }
      },
    })
    if (!('row' in outcome)) return refusals[outcome.is]
    if (outcome.is === 'stale') return changedMeanwhile(await readCentre(context.database.kysely, outcome.row))
    note(context, { caller, request, what: 'removed' }, outcome.row)
    return { ok: true, value: {} }
  })
