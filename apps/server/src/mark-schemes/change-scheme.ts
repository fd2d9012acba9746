import { isDeepStrictEqual } from 'node:util'
import { officeChangeMarkScheme, officePreviewMarkScheme } from '@sitwell/contract'
import { changeBetween } from '@sitwell/exam/mark-scheme/changed-scheme'
import type { MarkScheme } from '@sitwell/exam/mark-scheme/mark-scheme'
import type { Kysely } from 'kysely'
import type { MarkSchemeTable, Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { MarkSchemesContext } from './mark-schemes-context.ts'
import { countResponses } from './marked-responses.ts'
import { cleanScheme, refusalOf } from './read-scheme.ts'
import { returnMarked } from './return-marked.ts'
import { insertVersion, newestOf, type SchemeKey, selectVersions } from './scheme-rows.ts'
import { readState } from './scheme-state.ts'
import { type FoundPlace, findPlace, readQuestion } from './show-schemes.ts'

type Context = Pick<MarkSchemesContext, 'clock' | 'database' | 'exams'>

const changedMeanwhile = async (context: Context, { key, place }: FoundPlace) => {
  const current = await readState(context, context.database.kysely, key, place)
  return refuse('CHANGED_MEANWHILE', 'Somebody changed this mark scheme since this version.', { current })
}

/** Says what a change of a scheme would do. */
export const officePreviewMarkSchemeRoute = (context: Context) =>
  route(officePreviewMarkScheme, async ({ caller, body }) => {
    const { kysely } = context.database
    const found = await findPlace(context, caller, body)
    if (!found.ok) return found
    const { key, place, loaded } = found
    const current = newestOf(await selectVersions(kysely, key), place.question, place.part)
    if ((current?.version ?? 0) !== body.basedOn) return changedMeanwhile(context, found)
    const { scheme, removed } = cleanScheme(body.scheme, current?.scheme, loaded)
    const wrong = refusalOf(scheme, place.marks)
    if (wrong) return wrong
    const change = changeBetween(current?.scheme, scheme)
    const asOf = new Date(context.clock.nowMs()).toISOString()
    return { ok: true, value: { change, responses: await countResponses(kysely, key), removed: [...removed], asOf } }
  })

/** A version as somebody wants it saved. */
interface Wanted {
  readonly key: SchemeKey
  readonly basedOn: number
  readonly scheme: MarkScheme
  readonly reason: string
  readonly marked: 'keep' | 'return' | undefined
  readonly by: Pick<MarkSchemeTable, 'written_by' | 'written_at'>
}

type Saved =
  | { readonly is: 'saved'; readonly number: number; readonly isReturning: boolean }
  | { readonly is: 'same' | 'stale' | 'undecided' }

const saveVersion = async (
  kysely: Kysely<Schema>,
  { key, basedOn, scheme, reason, marked, by }: Wanted,
  { question, part }: FoundPlace['place'],
): Promise<Saved> => {
  const rows = await selectVersions(kysely, key)
  const current = newestOf(rows, question, part)
  const version = current?.version ?? 0
  const isOwn = rows[0]?.written_by === by.written_by && rows[0]?.reason === reason
  // The same again, whose reply was lost.
  if (version === basedOn + 1 && isOwn && isDeepStrictEqual(current?.scheme, scheme)) return { is: 'same' }
  if (version !== basedOn) return { is: 'stale' }
  if (changeBetween(current?.scheme, scheme) === 'nothing') return { is: 'same' }
  const { marked: count, unsettled } = await countResponses(kysely, key)
  const affected = count + unsettled
  if (affected > 0 && marked === undefined) return { is: 'undecided' }
  const choice = affected > 0 && marked ? marked : 'none'
  const isReturning = choice === 'return'
  const isAdded = await insertVersion(kysely, {
    ...{ ...key, number: version + 1, scheme: JSON.stringify(scheme), reason, ...by },
    ...{ marked: choice, affected, is_settled: isReturning ? 0 : 1 },
  })
  return isAdded ? { is: 'saved', number: version + 1, isReturning } : { is: 'stale' }
}

const blankReason = refuse('INVALID_REQUEST', 'The reason is empty.', { details: [{ path: 'body.reason', message: 'empty' }] })
const undecided = refuse('INVALID_REQUEST', 'State what happens to the responses that are marked.', {
  details: [{ path: 'body.marked', message: 'missing' }],
})

const noteChange = (
  { securityLog }: Pick<MarkSchemesContext, 'securityLog'>,
  { key, number, caller, address }: { key: SchemeKey; number: number; caller: Caller; address: string },
) => {
  const { exam_guid: examGuid, version, question_id: question, part } = key
  const target = { examGuid, version, question, ...(part !== '' && { part }), scheme: number }
  securityLog.note({ kind: 'mark-scheme-changed', orgId: caller.orgId, author: caller.userGuid, address, target })
}

/** Saves a change of a scheme as its next version. Responses that are to return do so in the background. */
export const officeChangeMarkSchemeRoute = (context: MarkSchemesContext) =>
  route(officeChangeMarkScheme, async ({ caller, body, request }) => {
    const { database, clock, background } = context
    const found = await findPlace(context, caller, body)
    if (!found.ok) return found
    const { key, place, loaded } = found
    const reason = body.reason.replaceAll('\0', '').toWellFormed().trim()
    if (reason === '') return blankReason
    const before = newestOf(await selectVersions(database.kysely, key), place.question, place.part)
    const { scheme } = cleanScheme(body.scheme, before?.scheme, loaded)
    const wrong = refusalOf(scheme, place.marks)
    if (wrong) return wrong
    const by = { written_by: caller.userGuid, written_at: clock.nowMs() }
    const wanted = { key, basedOn: body.basedOn, scheme, reason, marked: body.marked, by }
    const saved = await database.kysely.transaction().execute((transaction) => saveVersion(transaction, wanted, place))
    if (saved.is === 'stale') return changedMeanwhile(context, found)
    if (saved.is === 'undecided') return undecided
    if (saved.is === 'saved') noteChange(context, { key, number: saved.number, caller, address: request.ip })
    if (saved.is === 'saved' && saved.isReturning) background.run('return marked responses', () => returnMarked(context))
    return { ok: true, value: await readQuestion(context, found) }
  })
