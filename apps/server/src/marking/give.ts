import { type MarkingOutcome, officeMarkingDecide, officeMarkingGive, officeMarkingReturn } from '@sitwell/contract'
import { adjudicate, cannotMark, entriesOf, giveMark, type MarkOutcome, returnToPool } from '../assessment/marks/index.ts'
import type { Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { type Incoming, route } from '../http/service.ts'
import { release } from './claims.ts'
import { type FoundResponse, findResponse, type MayWrite, mayWrite, noResponseHere } from './find-response.ts'
import { hasMarked, itemOf } from './item.ts'
import { type Asking, askingOf, type MarkingContext } from './marking-context.ts'
import { noteMarking } from './note-marking.ts'
import { readGiven } from './read-given.ts'
import { schemeOf } from './scheme-of.ts'
import { shownEntries } from './shown-entry.ts'

type Stored = Extract<MarkOutcome, { readonly kind: 'stored' }>
type Failed = Exclude<MarkOutcome['kind'], 'stored'>

const wrong = (path: string, message: string) =>
  refuse('INVALID_REQUEST', `${path}: ${message}`, { details: [{ path, message }] })

/** Why nothing was written, to whoever asked for it. */
const refusalOf = (kind: Failed) => {
  switch (kind) {
    case 'changed-answer':
      return refuse('INVALID_ANSWER', 'The answer never had the save, or the files, that the request names.')
    case 'out-of-range':
      return wrong('body.marks', 'beyond what can be given')
    case 'mismatched':
      return wrong('body.requestId', 'came before with something else')
    default:
      return noResponseHere
  }
}

/** A response with what the caller may do to it. */
interface Opened {
  readonly asking: Asking
  readonly found: FoundResponse
  readonly may: MayWrite
}

const open = async (context: MarkingContext, caller: Caller, responseId: string): Promise<Opened | undefined> => {
  const asking = await askingOf(context, caller)
  const found = await findResponse(context, caller.orgId, responseId)
  return found && { asking, found, may: await mayWrite(context, asking, found) }
}

const entriesIn = ({ database }: MarkingContext, { asking, found }: Opened) =>
  entriesOf(database, { orgId: asking.orgId, ...found.name })

/** The reply to what was written: in a conflict with the marks that stand beside each other. */
const outcomeOf = async (context: MarkingContext, opened: Opened, { entry, standing }: Stored): Promise<MarkingOutcome> => {
  if (standing.state !== 'conflict') return { entry, state: standing.state }
  const all = shownEntries(await entriesIn(context, opened), opened.asking.userGuid)
  const between = standing.between ?? []
  return { entry, state: 'conflict', conflict: all.filter((one) => between.includes(one.entry)) }
}

/** Tells the security log of what was written, once. */
const note = (
  context: MarkingContext,
  by: Parameters<typeof noteMarking>[1],
  act: Parameters<typeof noteMarking>[2],
  { found, outcome }: { readonly found: FoundResponse; readonly outcome: Stored },
) => {
  if (outcome.isRepeated) return
  noteMarking(context, by, act, { ...found.queue, formRunGuid: found.name.formRunGuid, entry: outcome.entry })
}

type Given = Incoming<typeof officeMarkingGive>['body']

/** Writes the mark, or that there can be none. */
const write = async (context: MarkingContext, { asking, found }: Opened, body: Given) => {
  const { requestId, basedOn, sequence, files, cannotMark: cannot, isFlagged } = body
  const place = { orgId: asking.orgId, ...found.name }
  const isAgain = body.generation !== undefined && body.generation !== context.generation.current()
  // Between two attempts it may have become known what the basis is by now.
  const seen = { basedOn: isAgain ? 0 : basedOn, sequence, isAgain: body.generation !== undefined }
  const common = { author: asking.userGuid, requestId, ...seen, ...(files !== undefined && { files }) }
  if (cannot) return cannotMark(context, place, { ...common, reason: cannot.reason.trim() })
  const given = await readGiven(context, found, body)
  if (!given.ok) return given
  return giveMark(context, place, { ...common, ...given.value, ...(isFlagged && { flag: true as const }) })
}

const actOf = ({ cannotMark: cannot, isFlagged }: Given) => (cannot ? 'cannot-mark' : isFlagged ? 'flagged' : 'marked')

/** Stores a mark, or that the response can't be marked (OFFICE-301). */
export const officeMarkingGiveRoute = (context: MarkingContext) =>
  route(officeMarkingGive, async ({ caller, body, request }) => {
    const opened = await open(context, caller, body.responseID)
    if (!opened?.may.give) return noResponseHere
    const { found } = opened
    if (body.cannotMark && (body.marks !== undefined || body.points)) return wrong('body.cannotMark', 'or marks, not both')
    const outcome = await write(context, opened, body)
    if ('ok' in outcome) return outcome
    if (outcome.kind !== 'stored') return refusalOf(outcome.kind)
    note(context, { caller, request }, actOf(body), { found, outcome })
    await Promise.all([
      release(context.database.kysely, opened.asking, found.name),
      // Devices send again what a restored database lacks, so a restore has to be noticed, even of a backup that was taken a moment ago.
      context.generation.remember(),
    ])
    return { ok: true, value: await outcomeOf(context, opened, outcome) }
  })

/** Whether a request was stored before: then it is answered once more, whatever was written since. */
const isStored = async ({ database }: MarkingContext, { asking, found }: Opened, requestId: string) =>
  (await database.kysely
    .selectFrom('mark_entry')
    .select('number')
    .where('org_id', '=', asking.orgId)
    .where('form_run_guid', '=', found.name.formRunGuid)
    .where('request_id', '=', requestId)
    .executeTakeFirst()) !== undefined

/** What a caller would have to see first: another entry than the newest one is the one that they named. */
const changedSince = async (
  context: MarkingContext,
  opened: Opened,
  { basedOn, requestId }: { readonly basedOn: number; readonly requestId: string },
) => {
  const newest = (await entriesIn(context, opened)).at(-1)?.number ?? 0
  if (newest === basedOn || (await isStored(context, opened, requestId))) return undefined
  const { asking, found, may } = opened
  const current = await itemOf(context, asking, found, { may, scheme: await schemeOf(context, found) })
  return refuse('CHANGED_MEANWHILE', 'Somebody wrote another entry of this response since.', { current })
}

/** Whether a caller may give a response back: who decides always may, others if all that was given since it was given back last is theirs. */
const mayReturn = async (context: MarkingContext, opened: Opened, requestId: string): Promise<boolean> => {
  const { may, asking } = opened
  if (may.decide || !may.give) return may.decide
  const entries = await entriesIn(context, opened)
  const takenBack = new Set(entries.flatMap((entry) => (entry.kind === 'take-back' ? [entry.returned] : [])))
  const held = entries.filter(({ kind, number }) => kind !== 'take-back' && !takenBack.has(number))
  const given = held.slice(held.findLastIndex(({ kind }) => kind === 'return') + 1)
  if (given.length === 0) return isStored(context, opened, requestId)
  return given.every(({ author }) => author === asking.userGuid)
}

/** Gives a response back to be marked again. Of one's own marks anybody may; of others' only whoever decides. */
export const officeMarkingReturnRoute = (context: MarkingContext) =>
  route(officeMarkingReturn, async ({ caller, body, request }) => {
    const opened = await open(context, caller, body.responseID)
    if (!opened || !(await mayReturn(context, opened, body.requestId))) return noResponseHere
    const { found } = opened
    const changed = await changedSince(context, opened, body)
    if (changed) return changed
    const place = { orgId: caller.orgId, ...found.name }
    const { requestId, reason } = body
    const outcome = await returnToPool(context, place, { author: caller.userGuid, requestId, reason: reason.trim() })
    if (outcome.kind === 'decided') return refuse('CLOSED', 'Somebody decided about this response.')
    if (outcome.kind === 'mismatched') return wrong('body.requestId', 'came before with something else')
    if (outcome.kind !== 'stored') return noResponseHere
    note(context, { caller, request }, 'returned', { found, outcome })
    return { ok: true, value: await outcomeOf(context, opened, outcome) }
  })

/** Decides about a response with a reason: of a conflict, of what nobody could mark, or in place of the key. */
export const officeMarkingDecideRoute = (context: MarkingContext) =>
  route(officeMarkingDecide, async ({ caller, body, request }) => {
    const opened = await open(context, caller, body.responseID)
    if (!opened?.may.decide) return noResponseHere
    const { found, asking } = opened
    if (!asking.rules.decidesOwnMark && hasMarked(await entriesIn(context, opened), caller.userGuid))
      return refuse('NOT_ALLOWED', 'Nobody decides about a response that they have marked themselves.')
    const changed = await changedSince(context, opened, body)
    if (changed) return changed
    const given = await readGiven(context, found, body)
    if (!given.ok) return given
    const { requestId, sequence, files, reason } = body
    const outcome = await adjudicate(
      context,
      { orgId: caller.orgId, ...found.name },
      {
        ...{ author: caller.userGuid, requestId, sequence, reason: reason.trim(), ...(files !== undefined && { files }) },
        ...given.value,
      },
    )
    if (outcome.kind !== 'stored') return refusalOf(outcome.kind)
    note(context, { caller, request }, 'decided', { found, outcome })
    return { ok: true, value: await outcomeOf(context, opened, outcome) }
  })
