import { saveAnswer } from '@sitwell/contract'
import type { LateReason, LateRules } from '@sitwell/exam/answers/late-answers'
import type { Kysely } from 'kysely'
import { leavingNoTrace } from '../../db/leaving-no-trace.ts'
import type { FormRunTable, Schema } from '../../db/schema.ts'
import {
  isBarredByAttempts,
  isPlaced,
  keepJudged,
  lateRulesOf,
  questionOf,
  type SaveBody,
  type SaveOutcome,
  toSave,
} from '../answers/index.ts'
import { completeFormRun } from '../completion/index.ts'
import {
  createExamCache,
  isKnownGuid,
  type RunPlace,
  type ScheduleRow,
  selectFormRunOfOrganisation,
  selectLedger,
  selectSchedule,
  type WrittenEvent,
} from '../form-run/index.ts'
import { changeLedger, type LedgerState, withContactAt } from '../ledger/index.ts'
import { markAgain } from '../marks/index.ts'
import { beginFormRun, isTaken, mayBeReset, numberedBy, usedIn } from '../sittings/index.ts'
import { enterParts } from './enter-parts.ts'
import type { HandInContext } from './hand-in-context.ts'
import type { NotRead, ReadHandIn } from './read-hand-in.ts'

/** What happened to one save of the file. */
export interface TakenAnswer {
  /** As the learner counts. */
  readonly questionNumber: number
  readonly questionId: string
  readonly outcome: SaveOutcome['outcome'] | 'refused'
  /** It was here before. */
  readonly isRepeated: boolean
  /** Why it counts, waits or doesn't count. */
  readonly judged?: LateReason | undefined
  /** Of one that was refused. */
  readonly why?: string
}

/** What happened to the form run beside its answers. */
export interface HandInChanges {
  /** Parts that its learner is in, or was in, by an answer of the file: their names. */
  readonly entered: readonly string[]
  /** Milliseconds that were used of the form run whose place it takes, and are taken out of its time. */
  readonly usedMs: number
  /** It was completed, as its device had finished it. */
  readonly completes: boolean
}

/** What was taken of a file. */
export interface TakenHandIn {
  /** The form run that has it now. */
  readonly formRunGuid: string
  /** It is another one than the file is of, which the database has lost. */
  readonly tookPlace: boolean
  /** It was begun for it. */
  readonly began: boolean
  readonly isCompleted: boolean
  readonly answers: readonly TakenAnswer[]
  readonly changes: HandInChanges
}

/** Staff hand in, by the `sitwell` command. */
const author = 'command'

interface Read {
  readonly body: SaveBody
  readonly taken: Pick<TakenAnswer, 'questionNumber' | 'questionId'>
}

const readSave = (save: Readonly<Record<string, unknown>>, loaded: LedgerState['loaded']): Read | TakenAnswer => {
  const read = saveAnswer.body.safeParse(save)
  const asked = read.success ? questionOf(loaded, read.data) : undefined
  if (read.success && asked?.ok && read.data.requestId !== undefined)
    return {
      body: read.data,
      taken: { questionNumber: asked.value.question.number, questionId: asked.value.question.id },
    }
  const questionNumber = typeof save.questionNumber === 'number' ? save.questionNumber : 0
  const questionId = typeof save.questionVersionId === 'string' ? save.questionVersionId : ''
  const problem = read.success ? undefined : read.error.issues[0]
  const why = asked && !asked.ok ? asked.message : `Its ${problem?.path.join('.') ?? 'requestId'} is not what a save takes.`
  return { questionNumber, questionId, outcome: 'refused', isRepeated: false, why }
}

/** The saves of a file that this exam can take, the lowest number first; and those that it can't, with the reason. */
const savesIn = ({ file }: ReadHandIn, loaded: LedgerState['loaded']) => {
  const saves: Read[] = []
  const refused: TakenAnswer[] = []
  for (const { save } of file.answers) {
    const read = readSave(save, loaded)
    if ('body' in read) saves.push(read)
    else refused.push(read)
  }
  return { saves: saves.sort((one, other) => (one.body.sequence ?? 0) - (other.body.sequence ?? 0)), refused }
}

interface Taking {
  readonly place: RunPlace
  readonly rules: LateRules
}

/**
 * Takes the saves into a form run that is locked, under their numbers: they are comparable with those of the form run that it may be of,
 * and that was lost. Nobody hears the learner's browser by it, but the silence up to now is one.
 */
const takeSaves = async (
  kysely: Kysely<Schema>,
  { run, loaded, nowMs }: LedgerState,
  { isSealed, hash }: ReadHandIn,
  saves: readonly Read[],
  { place, rules }: Taking,
): Promise<TakenAnswer[]> => {
  const heard: FormRunTable = withContactAt(run, nowMs)
  const taken: TakenAnswer[] = []
  let placed = 0
  for (const { body, taken: named } of saves) {
    const save = toSave(loaded, place, body, nowMs)
    const isBarred = await isBarredByAttempts({ kysely }, save, loaded)
    const wanted = { ...save, isUnsealed: !isSealed, isBarred }
    const stored = await keepJudged(kysely, heard, wanted, { rules, noted: { handIn: hash } })
    if (isPlaced(stored)) placed += 1
    taken.push({ ...named, outcome: stored.outcome, isRepeated: stored.isRepeated, judged: stored.judged })
  }
  if (run.completed_at !== null && placed > 0) await markAgain(kysely, run, loaded, nowMs)
  return taken
}

/** Where what is in a file goes to. */
interface Target {
  readonly schedule: ScheduleRow
  readonly formRunGuid: string | null
  readonly isLost: boolean
}

const targetOf = async (
  { database, config, generation: current }: HandInContext,
  { file }: ReadHandIn,
): Promise<Target | NotRead> => {
  const { orgId, learner, scheduleGuid, formRunGuid, generation } = file
  const run = await selectFormRunOfOrganisation(database, orgId, formRunGuid)
  if (run && (run.user_guid !== learner.guid || run.schedule_guid !== scheduleGuid))
    return { why: `Form run ${formRunGuid} is somebody else's, or of another exam, than the file says: it isn't taken.` }
  const schedule = await selectSchedule(database, { orgId, userGuid: learner.guid }, scheduleGuid)
  if (!schedule)
    return {
      why: `Organisation ${orgId} has no schedule ${scheduleGuid} of ${learner.name}: import its organisation and exams first, as they were.`,
    }
  if (run) return { schedule, formRunGuid, isLost: false }
  if (mayBeReset(config, generation, current))
    return {
      why: `Form run ${formRunGuid} isn't in the database, and no restore has taken it: it was reset here. It isn't taken.`,
    }
  return { schedule, formRunGuid: schedule.form_run_guid, isLost: true }
}

const isUnsat = ({ events }: LedgerState) =>
  events.every((event) => event.author === author || event.kind === 'supervision') ? 'chosen' : undefined

/** What the ledger has got by it. */
const changesIn = (events: readonly WrittenEvent[], { exam }: LedgerState['loaded']): HandInChanges => {
  const nameOf = (partId: string) => exam.sections.find(({ id }) => id === partId)?.name ?? partId
  const used = events.flatMap((event) => (event.kind === 'hand-in' ? event.used : []))
  return {
    entered: events.flatMap((event) => (event.kind === 'enter' ? [nameOf(event.partId)] : [])),
    usedMs: used.reduce((sum, { ms }) => sum + ms, 0),
    completes: events.some(({ kind }) => kind === 'complete'),
  }
}

/**
 * Takes the answers of a file that a learner handed to staff, by the judge of whatever comes late, into the form run that it is of, or
 * into the one of the same schedule that takes its place; if there is none yet, it is begun. Answers, marks and the word of it in the
 * ledger are there together, or none of them. A second time it changes nothing.
 */
export const takeHandIn = async (context: HandInContext, read: ReadHandIn): Promise<TakenHandIn | NotRead> => {
  const target = await targetOf(context, read)
  if ('why' in target) return target
  const { schedule, isLost } = target
  const { file, hash, isSealed } = read
  const loaded = await context.exams.load(schedule)
  if (!loaded) return { why: `The exam ${schedule.exam_guid} is not there: import it first.` }
  const { saves, refused } = savesIn(read, loaded)
  const began = target.formRunGuid === null
  if (began && saves.length === 0)
    return { why: `The database has lost its form run, and nothing in it can be taken: ${refused[0]?.why ?? 'it is empty.'}` }
  const formRunGuid =
    target.formRunGuid ?? (await beginFormRun(context, { schedule, loaded, author, nowMs: context.clock.nowMs() }))
  const place = { orgId: file.orgId, formRunGuid }
  const rules = await lateRulesOf(context, file.orgId)
  const before = (await selectLedger(context.database, place)).length
  await enterParts(context, place, author, saves)
  let answers: readonly TakenAnswer[] = []
  const state = await changeLedger(context, place, author, async (now, kysely) => {
    answers = await takeSaves(kysely, now, read, saves, { place, rules })
    const fresh = answers.filter(({ isRepeated }) => !isRepeated).length
    const takes = isLost && !isTaken(now, file.formRunGuid) && now.run.completed_at === null
    if (fresh === 0 && !takes) return []
    const isKnown = isKnownGuid(context.keys, now.run, file.formRunGuid)
    const used = takes ? usedIn(now, file.used, isKnown) : []
    const sequence = Math.max(numberedBy(now), ...saves.map(({ body }) => body.sequence ?? 0))
    const madeBy = { hash, madeAt: file.madeAt, isSealed }
    return [{ kind: 'hand-in', from: file.formRunGuid, answers: fresh, used, ...(takes && { sequence }), file: madeBy }]
  })
  // Whoever had finished is not left with an exam that is open again; nor is one finished that somebody continues with.
  const isOver = isLost && file.finished
  const after = isOver ? await completeFormRun(context, place, { author, because: isUnsat }) : state
  const changes = changesIn(after?.events.slice(before) ?? [], loaded)
  const isCompleted = after?.run.completed_at !== null
  return { formRunGuid, tookPlace: isLost, began, isCompleted, answers: [...answers, ...refused], changes }
}

/** Says what `takeHandIn` would come to, by doing it and taking all of it back. */
export const tryHandIn = (context: HandInContext, read: ReadHandIn): Promise<TakenHandIn | NotRead> =>
  leavingNoTrace(context.database, (database) =>
    takeHandIn({ ...context, database, exams: createExamCache(database, context.clock.nowMs) }, read),
  )
