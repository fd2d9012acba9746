import {
  officeImportPeople,
  officePeopleImports,
  officePreviewPeopleImport,
  officeUndoPeopleImport,
  type PeopleImport,
  type PeopleRow,
} from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { sha256 } from '../../sha256.ts'
import { selectKnownPeople } from './known-people.ts'
import { type PlannedRow, planRows, readRows, totalsOf } from './plan.ts'
import { type ListedImport, selectImport, selectImportOfPlan, selectImports } from './queries.ts'
import { type PeopleFile, readPeopleFile } from './read-file.ts'
import { storeImport } from './store-import.ts'
import { applyUndo, previewUndo } from './undo.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

/** Milliseconds that an import can be undone; after that the earlier fields are forgotten. */
export const undoMs = 7 * 24 * 60 * 60_000

const iso = (ms: number) => new Date(ms).toISOString()

const importOf = (row: ListedImport, nowMs: number): PeopleImport => ({
  id: row.import_id,
  fileName: row.file_name,
  at: iso(row.made_at),
  by: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() || row.made_by,
  totals: { new: row.added, changed: row.changed, unchanged: row.unchanged, refused: row.refused },
  isComplete: row.completed_at !== null,
  ...(row.undone_at === null && nowMs < row.made_at + undoMs && { undoUntil: iso(row.made_at + undoMs) }),
  ...(row.undone_at !== null && { undoneAt: iso(row.undone_at) }),
})

const rowOf = ({ row, is, username, name, changes, problems }: PlannedRow): PeopleRow => ({
  ...{ row, is, username, name, changes, problems },
})

/** What a file would do now. Its hash is over all that staff see of it, and over the versions of those who change. */
const planFile = async ({ database, clock }: Context, orgId: number, sent: PeopleFile) => {
  const file = readPeopleFile(sent)
  if (!file.ok) return file
  const { rows, holds: columns, dateOrder, wrongColumns } = file
  const read = wrongColumns === undefined ? readRows({ rows, columns, dateOrder }) : []
  const known = await selectKnownPeople(database, { orgId, nowMs: clock.nowMs() }, read)
  const planned = planRows(read, known)
  const versions = planned.map(({ person }) => person && [person.userGuid, person.version])
  return { ok: true, file, planned, hash: sha256(JSON.stringify([orgId, planned.map(rowOf), versions])) } as const
}

export const officePreviewPeopleImportRoute = (context: Context) =>
  route(officePreviewPeopleImport, async ({ caller, body }) => {
    const plan = await planFile(context, caller.orgId, body)
    if (!plan.ok) return plan
    const { file, planned, hash } = plan
    const { encoding, doubtfulSample, delimiter, columns, dateOrder, isDateOrderOpen, wrongColumns } = file
    return {
      ok: true,
      value: {
        ...{ encoding, delimiter, columns, dateOrder, isDateOrderOpen, hash },
        ...(doubtfulSample !== undefined && { doubtfulSample }),
        ...(wrongColumns && { wrongColumns }),
        totals: totalsOf(planned),
        rows: planned.map(rowOf),
      },
    }
  })

export const officeImportPeopleRoute = (context: Context) =>
  route(officeImportPeople, async ({ caller, body, request }) => {
    const { database, clock } = context
    const { orgId, userGuid: author } = caller
    const repeated = async () => {
      const earlier = await selectImportOfPlan(database, orgId, body.hash)
      return earlier && { ok: true as const, value: { import: importOf(earlier, clock.nowMs()), skipped: [] } }
    }
    const before = await repeated()
    if (before) return before
    const plan = await planFile(context, orgId, body)
    if (!plan.ok) return plan
    if (plan.hash !== body.hash || plan.file.wrongColumns)
      // The same request may be storing its rows at this moment: its import is there before they are.
      return (
        (await repeated()) ?? refuse('CHANGED_MEANWHILE', 'The file would do something else by now than its preview has shown.')
      )
    const about = { orgId, author, address: request.ip, fileName: body.name, planHash: body.hash }
    const { importId, skipped } = await storeImport(context, { ...about, totals: totalsOf(plan.planned) }, plan.planned)
    const stored = await selectImport(database, { orgId, importId })
    if (!stored) throw new Error(`The import ${importId} no longer exists`)
    return { ok: true, value: { import: importOf(stored, clock.nowMs()), skipped: skipped.map(rowOf) } }
  })

export const officePeopleImportsRoute = ({ database, clock }: Context) =>
  route(officePeopleImports, async ({ caller }) => {
    const imports = await selectImports(database, caller.orgId)
    return { ok: true, value: { imports: imports.map((one) => importOf(one, clock.nowMs())) } }
  })

export const officeUndoPeopleImportRoute = (context: Context) =>
  route(officeUndoPeopleImport, async ({ caller, body, request }) => {
    const { database, clock } = context
    const place = { orgId: caller.orgId, importId: body.id }
    const found = await selectImport(database, place)
    if (!found) return refuse('NOT_FOUND', 'There is no such import in the organisation.')
    if (found.undone_at === null && clock.nowMs() >= found.made_at + undoMs)
      return refuse('TIME_OVER', 'An import can be undone for seven days.')
    const rows = body.apply
      ? await applyUndo(context, place, { author: caller.userGuid, address: request.ip })
      : await previewUndo(context, place)
    const now = (await selectImport(database, place)) ?? found
    return { ok: true, value: { import: importOf(now, clock.nowMs()), rows } }
  })
