import { type NewEvent, runsFromMs, timeAt } from '@sitwell/exam/ledger/ledger'
import { openingQuestion } from '@sitwell/exam/paper/paper'
import { openReachable } from '@sitwell/exam/parts/navigation'
import { type PartWindow, partWindows } from '@sitwell/exam/parts/part-windows'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import type { ExamTime } from '@sitwell/exam/time/exam-time'
import { withExtraTime } from '@sitwell/exam/time/extra-time'
import type { Kysely } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { FormRunEventTable, FormRunTable, Schema } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import {
  type ChainOwner,
  type Entitled,
  type ExamCache,
  firstRows,
  type HandedOut,
  insertEvents,
  type LoadedExam,
  lockFormRun,
  nextRows,
  type ReadFor,
  type RunPlace,
  replaceParts,
  selectExtraMs,
  selectFormRunOfOrganisation,
  selectLedger,
  selectLedgers,
  selectLedgerTogether,
  selectPartWindows,
  type WrittenEvent,
} from '../form-run/index.ts'
import { accommodationAtStart, entitledOf, isAccommodatedLater } from './accommodate.ts'
import { endOfRun, heldColumnsOf } from './ledger-ends.ts'
import { uncomplete } from './uncomplete.ts'

/** What keeping a ledger stands on; a command has it without a server. */
export interface LedgerContext {
  readonly database: Database
  readonly exams: ExamCache
  readonly clock: Clock
}

/** A form run with its ledger and the time that it makes, at one moment of this server's clock. */
export interface LedgerState {
  readonly run: FormRunTable
  readonly loaded: LoadedExam
  readonly plan: ExamPlan
  readonly events: readonly WrittenEvent[]
  readonly time: ExamTime
  readonly nowMs: number
}

/** Who writes if nobody signed in does: the server itself, and the `sitwell` command. */
export const serverAuthor = 'server'

/** Who writes into a ledger: a caller, with the administrator who may be signed in as them, or whoever isn't one by name. */
export type Author = string | Pick<Caller, 'userGuid' | 'madeBy'>

const namesOf = (author: Author): Pick<WrittenEvent, 'author' | 'admin'> => {
  if (typeof author === 'string') return { author }
  return { author: author.userGuid, ...(author.madeBy !== undefined && { admin: author.madeBy }) }
}

/** The start of a ledger: in the part that is opened first, with what of the time was used before there was a ledger. */
export const startOf = (
  { paper, plan, exam, partIds }: LoadedExam,
  {
    page = undefined,
    usedMs = 0,
    isSealed = false,
    handedOut = [],
  }: {
    readonly page?: string | null | undefined
    readonly usedMs?: number
    readonly isSealed?: boolean
    readonly handedOut?: Extract<NewEvent, { kind: 'start' }>['handedOut']
  } = {},
): NewEvent => {
  const wanted = openingQuestion(paper, page ?? undefined, exam.settings.initialPage ?? 1)
  const nowhere = { partId: undefined, isComplete: () => false, isDisabled: () => false }
  const partId = partIds.get((page ? wanted : openReachable(paper, plan, nowhere, wanted)) ?? '')
  return {
    kind: 'start',
    ...(partId !== undefined && { partId }),
    ...(usedMs > 0 && { usedMs }),
    ...(isSealed && { isSealed }),
    ...(handedOut.length > 0 && { handedOut }),
  }
}

/** The time that a ledger makes at a moment. Throws an error if it has no start. */
export const timeOf = (plan: ExamPlan, events: readonly WrittenEvent[], nowMs: number): ExamTime => {
  const time = timeAt(plan, events, nowMs)
  if (!time) throw new Error('A ledger has no start')
  return time
}

/** The exam of a form run, by its rules. Throws an error if it isn't there: exams that somebody sits are never taken away. */
export const loadedOf = async ({ exams }: LedgerContext, run: FormRunTable, readFor: ReadFor = 'rules') => {
  const loaded = await exams.load(run, readFor)
  if (!loaded) throw new Error(`The exam ${run.exam_guid} of a form run is not there.`)
  return loaded
}

/** The ledger of a form run that begins, and what of it is kept with the form run. */
export interface BegunLedger {
  readonly rows: readonly FormRunEventTable[]
  readonly parts: ReadonlyMap<string, PartWindow>
  readonly run: Pick<FormRunTable, 'last_event' | 'part_id' | 'ends_at' | 'ledger_hash'>
}

interface Beginning {
  readonly run: ChainOwner
  readonly author: Author
  readonly nowMs: number
  /** Its parts are sealed, and the server gives out each part's key separately. */
  readonly isSealed: boolean
  /** When its content was given out before the start, the earliest first. */
  readonly handedOut: readonly HandedOut[]
  /** What the person's accommodations give in it. */
  readonly entitled: Entitled
  /** What happened before, and changes no time. */
  readonly before: readonly { readonly newEvent: NewEvent; readonly author: string }[]
}

/** Of a form run that starts now, with a schedule's extra time in milliseconds. */
export const beginLedger = (
  loaded: LoadedExam,
  extraMs: number,
  { run, author, nowMs, isSealed, handedOut, entitled, before }: Beginning,
): BegunLedger => {
  const earlier = handedOut.map(({ atMs, ...by }) => ({ agoMs: Math.max(0, nowMs - atMs), ...by }))
  const first = { newEvent: startOf(loaded, { isSealed, handedOut: earlier }), author }
  // The server reads what staff approved; the learner does nothing by it.
  const own = accommodationAtStart(entitled).map((newEvent) => ({ newEvent, author: serverAuthor }))
  const events = [first, ...own, ...before].map(({ newEvent, author: by }, index) => ({
    ...newEvent,
    atMs: nowMs,
    ...namesOf(by),
    number: index + 1,
  }))
  const rows = firstRows(run, events)
  const plan = withExtraTime(loaded.plan, extraMs)
  const time = timeOf(plan, events, nowMs)
  return {
    rows,
    parts: partWindows({ plan, events, time, nowMs }, new Map()),
    run: {
      last_event: events.length,
      part_id: time.partId ?? null,
      ends_at: endOfRun(time, null, { nowMs, fromMs: nowMs }),
      ledger_hash: rows.at(-1)?.hash ?? null,
    },
  }
}

/** Milliseconds that were used before there was a ledger, by what the browser had claimed. */
const usedBefore = (plan: ExamPlan, { time_remaining_ms, elapsed_ms }: FormRunTable) =>
  plan.timeMs > 0 && time_remaining_ms !== null ? Math.max(0, plan.timeMs - time_remaining_ms) : elapsed_ms

/** What is to be written; `by` where its author is another than that of the rest. */
export type Decided = NewEvent & { readonly by?: Author }

/**
 * What happens to a form run, decided while nobody else can change it; nothing if the list is empty. What else it changes in the
 * same transaction is there if the events are, and not without them.
 */
export type Decision = (state: LedgerState, kysely: Kysely<Schema>) => readonly Decided[] | Promise<readonly Decided[]>

/** What goes with a change of a ledger in the same transaction, once all of it is written; answers the form run as it is then. */
export type GoesWith = (kysely: Kysely<Schema>, after: LedgerState) => Promise<FormRunTable>

/** Events with one more, that is written at a moment. */
export const append = (events: readonly WrittenEvent[], newEvent: NewEvent, atMs: number, by: Author): WrittenEvent[] => [
  ...events,
  { ...newEvent, atMs, ...namesOf(by), number: events.length + 1 },
]

/** The ledger of a form run from before there were ledgers: its start, and what the person's accommodations give. */
const beginAgain = async (
  kysely: Kysely<Schema>,
  run: FormRunTable,
  { loaded, plan, nowMs }: Pick<LedgerState, 'loaded' | 'plan' | 'nowMs'>,
  author: Author,
): Promise<WrittenEvent[]> => {
  const startedBy = namesOf(author).author === run.user_guid ? author : serverAuthor
  const started = append([], startOf(loaded, { page: run.page, usedMs: usedBefore(plan, run) }), nowMs, startedBy)
  if (run.completed_at !== null) return started
  const own = accommodationAtStart(await entitledOf(kysely, run, loaded, nowMs))
  return own.reduce((events, event) => append(events, event, nowMs, serverAuthor), started)
}

/**
 * Writes into the ledger of a form run what `decide` makes of its state, and answers the state after it; undefined if there is
 * no such form run. A form run from before there were ledgers begins one here, where it stands; one that is opened again is completed
 * no more.
 */
export const changeLedger = async (
  context: LedgerContext,
  place: RunPlace,
  author: Author,
  decide: Decision,
  requestId?: string,
  also?: GoesWith,
): Promise<LedgerState | undefined> => {
  const { kysely } = context.database
  // Before the transaction: SQLite has one connection, which a transaction keeps to itself.
  const found = await selectFormRunOfOrganisation(context.database, place.orgId, place.formRunGuid)
  if (!found) return undefined
  const loaded = await loadedOf(context, found)
  return kysely.transaction().execute(async (transaction) => {
    const run = await lockFormRun(transaction, place)
    const nowMs = context.clock.nowMs()
    return run && changeLocked(transaction, { run, loaded, nowMs }, author, decide, requestId, also)
  })
}

/** The same of a form run that the caller's transaction has locked. */
export const changeLocked = async (
  transaction: Kysely<Schema>,
  { run, loaded, nowMs }: Pick<LedgerState, 'run' | 'loaded' | 'nowMs'>,
  author: Author,
  decide: Decision,
  requestId?: string,
  also?: GoesWith,
): Promise<LedgerState> => {
  const place = { orgId: run.org_id, formRunGuid: run.form_run_guid }
  const plan = withExtraTime(loaded.plan, await selectExtraMs({ kysely: transaction }, run))
  const written = await selectLedger({ kysely: transaction }, place)
  let events = written.length > 0 ? written : await beginAgain(transaction, run, { loaded, plan, nowMs }, author)
  const before = { run, loaded, plan, events, time: timeOf(plan, events, nowMs), nowMs }
  for (const { by = author, ...newEvent } of await decide(before, transaction))
    events = append(events, { ...newEvent, ...(requestId && { requestId }) }, nowMs, by)
  if (events.length === written.length) return before
  const time = timeOf(plan, events, nowMs)
  const after = { ...before, events, time }
  const row = await keep(transaction, place, before, after, written.length)
  const isOpenAgain = events.slice(written.length).some(({ kind }) => kind === 'reopen')
  const stored = { ...after, run: isOpenAgain ? await uncomplete(transaction, row) : row }
  return also ? { ...stored, run: await also(transaction, stored) } : stored
}

/** The parts that the learner finished on purpose. */
export const finishedParts = (events: readonly WrittenEvent[]): ReadonlySet<string> =>
  new Set(events.flatMap((event) => (event.kind === 'complete-part' ? [event.partId] : [])))

/** The columns of a form run that follow from its ledger. */
export const columnsAfter = (
  before: LedgerState,
  { run, time, events, nowMs }: LedgerState,
  hash: string | null | undefined,
) => {
  const running = { nowMs, fromMs: runsFromMs(events, nowMs) }
  // What was claimed as the lowest time left stays it, with what was given or taken back since.
  const givenMs = time.addedMs - before.time.addedMs
  return {
    last_event: events.length,
    ledger_hash: hash ?? run.ledger_hash,
    part_id: time.partId ?? null,
    ends_at: endOfRun(time, run.ends_at, running),
    ...heldColumnsOf(events),
    time_remaining_ms: run.time_remaining_ms === null ? null : Math.max(0, run.time_remaining_ms + givenMs),
  }
}

/** The windows of the parts. A part that is over keeps the end that was stored. */
export const partsAfter = (after: LedgerState, held: ReadonlyMap<string, PartWindow>): ReadonlyMap<string, PartWindow> => {
  const ends = [...held].flatMap(([id, { endsAtMs }]) => (endsAtMs === undefined ? [] : [[id, endsAtMs] as const]))
  return partWindows(after, new Map(ends))
}

const keep = async (
  transaction: Kysely<Schema>,
  place: RunPlace,
  before: LedgerState,
  after: LedgerState,
  written: number,
): Promise<FormRunTable> => {
  const { run, events } = after
  const rows = await nextRows(transaction, run, events.slice(written))
  await insertEvents(transaction, rows)
  await replaceParts(transaction, place, partsAfter(after, await selectPartWindows({ kysely: transaction }, place)))
  const changed = columnsAfter(before, after, rows.at(-1)?.hash)
  await transaction
    .updateTable('form_run')
    .set(changed)
    .where('org_id', '=', place.orgId)
    .where('form_run_guid', '=', place.formRunGuid)
    .execute()
  return { ...run, ...changed }
}

/** Reads how a form run stands without writing; begins its ledger where it has none yet. Who knows the extra time says it. */
export const readLedger = async (context: LedgerContext, run: FormRunTable, knownExtraMs?: number): Promise<LedgerState> => {
  const place = { orgId: run.org_id, formRunGuid: run.form_run_guid }
  if (run.last_event === 0 && run.completed_at === null) {
    const begun = await changeLedger(context, place, serverAuthor, () => [])
    if (!begun) throw new Error(`The form run ${run.form_run_guid} went away while it was read`)
    return begun
  }
  const events = await selectLedgerTogether(context.database, place)
  return stateFrom(context, run, events, knownExtraMs ?? (await selectExtraMs(context.database, run)))
}

/**
 * How a form run stands by a ledger that was read already. One that was completed is at its completion. The ledger is read after the
 * form run: what was written between the two is left out, since the form run as it is here knows nothing of it.
 */
export const stateFrom = async (
  context: LedgerContext,
  run: FormRunTable,
  ledger: readonly WrittenEvent[],
  extraMs: number,
): Promise<LedgerState> => {
  const events = ledger.filter(({ number }) => number <= run.last_event)
  const loaded = await loadedOf(context, run)
  const plan = withExtraTime(loaded.plan, extraMs)
  const nowMs = run.completed_at ?? context.clock.nowMs()
  const whole: readonly WrittenEvent[] =
    events.length > 0
      ? events
      : [
          {
            ...startOf(loaded, { page: run.page, usedMs: usedBefore(plan, run) }),
            atMs: nowMs,
            author: serverAuthor,
            number: 0,
          },
        ]
  return { run, loaded, plan, events: whole, time: timeOf(plan, whole, nowMs), nowMs }
}

/** What was written into a ledger after an event that is known. */
export const eventsAfter = async (
  { database }: Pick<LedgerContext, 'database'>,
  place: RunPlace,
  number: number,
): Promise<WrittenEvent[]> => (await selectLedger(database, place)).filter((event) => event.number > number)

/** How form runs of one organisation stand, by guid; `extraMs` is each schedule's extra time. Writes nothing. */
export const statesOf = async (
  context: LedgerContext,
  orgId: number,
  runs: readonly FormRunTable[],
  extraMs: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, LedgerState>> => {
  const guids = runs.map((run) => run.form_run_guid)
  const ledgers = await selectLedgers(context.database, orgId, guids)
  const states = await Promise.all(
    runs.map((run) => stateFrom(context, run, ledgers.get(run.form_run_guid) ?? [], extraMs.get(run.schedule_guid) ?? 0)),
  )
  return new Map(states.map((state) => [state.run.form_run_guid, state]))
}

const changingClaims: ReadonlySet<WrittenEvent['kind']> = new Set([
  ...(['pause', 'rest-break', 'absence', 'extension', 'extra-time', 'reopen'] as const),
])

/** What gives time, or lets it stand still. */
const changesClaims = (event: WrittenEvent) => changingClaims.has(event.kind) || isAccommodatedLater(event)

/** Whether a browser that knows the ledger up to this number knows of all the time that was given or stood still. */
export const knowsOfTime = (events: readonly WrittenEvent[], number: number): boolean =>
  !events.some(
    (event) => event.number > number && (changesClaims(event) || event.kind === 'resume' || event.kind === 'resume-offer'),
  )

/**
 * Whether what a browser claims to have used counts. Not once time was given or stood still: a claim that waited in a browser without
 * a connection knows nothing of that, and must not take it away again.
 */
const countsClaims = (events: readonly WrittenEvent[]) => !events.some(changesClaims)

/** Milliseconds left of the exam's own time: the ledger's, or less where the browser has claimed to have used more of it. */
export const examLeftMs = ({ time, run, events }: Pick<LedgerState, 'time' | 'run' | 'events'>): number | undefined =>
  time.leftMs === undefined || !countsClaims(events) ? time.leftMs : Math.min(time.leftMs, run.time_remaining_ms ?? time.leftMs)

/** Milliseconds in which answering was possible, by the ledger or more by the browser's claim. */
export const examUsedMs = ({ time, run, events }: Pick<LedgerState, 'time' | 'run' | 'events'>): number =>
  countsClaims(events) ? Math.max(run.elapsed_ms, time.elapsedMs) : time.elapsedMs
