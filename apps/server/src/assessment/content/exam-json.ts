import { examJson, type Question } from '@sitwell/contract'
import { leastAfter } from '@sitwell/exam/answers/save-sequences'
import { extensionStatus, isExtendable } from '@sitwell/exam/ledger/extension'
import { isAnswerDue } from '@sitwell/exam/ledger/grant'
import { ownTimeIn, presetsIn } from '@sitwell/exam/ledger/ledger'
import type { Presets } from '@sitwell/exam/paper/presets'
import { withoutParts } from '@sitwell/exam/paper/without-parts'
import { givenParts } from '@sitwell/exam/parts/part-release'
import { noOwnTime, type OwnTime, ownMsOf, restMsOf, withOwnTime } from '@sitwell/exam/time/accommodation'
import { freshTime } from '@sitwell/exam/time/exam-time'
import { elapsedSeconds, remainingSeconds } from '@sitwell/exam/time/exam-times'
import { withExtraTime } from '@sitwell/exam/time/extra-time'
import type { AnswerTable, FormRunTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { reserveSequences } from '../answers/index.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import {
  createHandedOutNotes,
  type Entitled,
  entitledIn,
  examContentOf,
  type LoadedExam,
  layoutFor,
  noAttempts,
  partsNotAsked,
  printQuestionsOf,
  questionsById,
  type ScheduleRow,
  sealRulesOf,
  sectionsAt,
  seedOf,
  selectAccommodationsTogether,
  selectAttemptsAt,
  selectOpenedAnswers,
  selectOpenedFormRun,
  shownPresetsOf,
  standingAnswers,
  storedAnswer,
  withOffered,
  withShownParts,
  writtenContent,
} from '../form-run/index.ts'
import {
  examLeftMs,
  examUsedMs,
  isHeldAt,
  type LedgerState,
  noteAdministrator,
  offerAt,
  openedByAdministrator,
  readLedger,
} from '../ledger/index.ts'
import { releasePolicyOf } from '../marks/index.ts'
import { admit, handInSecretOf } from '../schedules/index.ts'
import { withAttemptState } from './attempt-state.ts'
import { withoutAttempts } from './attempts-told.ts'
import { resourcesOf } from './exam-files.ts'
import { resourcePathOf, signResourceToken } from './resource-token.ts'
import { sealParts } from './seal-parts.ts'
import { usedUpIn } from './used-up.ts'

/** A question with what the learner has given it so far. */
const withAnswer = (question: Question, row: AnswerTable | undefined): Question => {
  if (!row) return question
  const serverAnswer = storedAnswer(row.answer)
  return {
    ...question,
    ...(serverAnswer && { serverAnswer }),
    serverSequence: row.sequence,
    workings: row.workings,
    bookmarked: row.bookmarked === 1,
  }
}

/** The questions with what the learner has given them so far, what was said of it, and what is used up of their recordings. */
const withGiven = async (
  { database }: Pick<AssessmentContext, 'database'>,
  { run, loaded, schedule }: Pick<Opening, 'run' | 'loaded' | 'schedule'>,
  questions: readonly Question[],
): Promise<Question[]> => {
  const rows = run ? await selectOpenedAnswers(database, run) : []
  const attempts = run ? await selectAttemptsAt(database, run, loaded) : noAttempts
  const answers = new Map(standingAnswers(rows, attempts).map((row) => [row.question_id, row]))
  const authored = questionsById(loaded.questions)
  const usedUp = await usedUpIn(database, run, questions)
  // Whoever begins now isn't asked anything else than whoever has begun.
  const isChecked = attempts.size > 0 || releasePolicyOf(schedule, loaded.exam) === 'immediately'
  return questions.map((question) => {
    const given = withAttemptState(withAnswer(question, answers.get(question.id)), authored.get(question.id), attempts)
    const shown = isChecked ? given : withoutAttempts(given)
    const used = usedUp.get(question.id)
    return used ? { ...shown, ...used } : shown
  })
}

/** While the form run is held nothing is given out but the offer to continue, or the grant to be read; undefined if nobody holds it. */
const pauseRefusal = async (
  context: Pick<AssessmentContext, 'contacts'>,
  caller: Caller,
  { run, events, nowMs }: LedgerState,
) => {
  if (run.completed_at !== null || !isHeldAt(run, nowMs)) return undefined
  await context.contacts.note({ orgId: caller.orgId, formRunGuid: run.form_run_guid }, caller)
  const offer = offerAt(events, nowMs)
  const resumeOffer = offer && { formRunGuid: run.form_run_guid, ...offer }
  return refuse(
    'EXAM_PAUSED',
    'The exam is paused: its content is sent after its learner resumes.',
    resumeOffer && { resumeOffer },
  )
}

const extraMsOf = ({ extra_time_seconds }: ScheduleRow) => (extra_time_seconds ?? 0) * 1000

/** What the accommodations of a learner give in an exam that begins now. */
const entitledNow = async (
  { database, clock }: Pick<AssessmentContext, 'clock' | 'database'>,
  learner: Pick<Caller, 'orgId' | 'userGuid'>,
  { plan }: LoadedExam,
): Promise<Pick<Entitled, 'own' | 'presets'>> => {
  const nowMs = clock.nowMs()
  return entitledIn(await selectAccommodationsTogether(database, learner), plan, { fromMs: nowMs, toMs: nowMs })
}

/** An exam that its learner opens, with the form run where they have begun. */
interface Opening {
  readonly schedule: ScheduleRow
  readonly loaded: LoadedExam
  readonly run: FormRunTable | undefined
  readonly state: LedgerState | undefined
  /** What of the time is theirs alone, by their accommodations. */
  readonly own: OwnTime
  /** What they set beside time. */
  readonly presets: Presets
  readonly lastSequence: number
}

/**
 * How the learner's time stands: by their ledger, and before there is one as of somebody who begins now. Nothing has happened then: no part
 * was given to them yet.
 */
const standingOf = ({ schedule, loaded, state, own }: Opening) => {
  if (state) {
    const { plan, time, events } = state
    return { plan, time, events, leftMs: examLeftMs(state), usedMs: examUsedMs(state) }
  }
  const plan = withExtraTime(loaded.plan, extraMsOf(schedule))
  const time = withOwnTime(freshTime(plan), noOwnTime, own)
  return { plan, time, events: [], leftMs: time.leftMs, usedMs: 0 }
}

/** The content as the learner gets it: with what they have given, and sealed where its parts are given out one by one. */
const contentOf = async (context: AssessmentContext, caller: Caller, opening: Opening) => {
  const { database, keys } = context
  const { schedule, loaded, run, lastSequence, own, presets } = opening
  const { exam } = loaded
  const { plan, time, events, leftMs, usedMs } = standingOf(opening)
  const whole = layoutFor(loaded, seedOf(schedule))
  const notAsked = partsNotAsked(events)
  const layout = notAsked.size === 0 ? whole : withoutParts(whole, loaded.paper, notAsked)
  const questions = await withGiven(context, opening, layout.questions)
  const { isSealed, aheadMs } = await sealRulesOf(database, caller.orgId, exam)
  const mayPrintQuestions = await printQuestionsOf(database, caller.orgId, exam)
  const resourceUrl = resourcePathOf(schedule.exam_guid, schedule.version)
  const content = examContentOf(
    await withShownParts(database, caller.orgId, exam),
    { ...layout, questions, sections: sectionsAt(layout.sections, plan, time) },
    {
      resourceUrl,
      resourceToken: await signResourceToken(
        context,
        { org_id: caller.orgId, ...placeOf(schedule) },
        { scheduleGuid: schedule.schedule_guid, isSealed, isOver: false, madeBy: caller.madeBy },
      ),
      resources: resourcesOf(loaded, resourceUrl),
      examTime: (plan.timeMs + time.addedMs) / 1000,
      examTimeRemaining: remainingSeconds(leftMs ?? 0),
      elapsedTime: elapsedSeconds(usedMs),
      ownTime: ownMsOf(own) / 1000,
      restTime: restMsOf(own) / 1000,
      presets: shownPresetsOf(withOffered(presets, layout.questions)),
      isExtendable: isExtendable(exam.settings.isExtendable ?? false, extensionStatus(events)),
      ...(isAnswerDue(events) && { awaitingExtension: true }),
      ...(mayPrintQuestions !== undefined && { printQuestions: mayPrintQuestions }),
      lastSequence,
      ...(run && { saves: run.saves }),
      importedAt: schedule.imported_at,
      ...(run && { formRunGuid: run.form_run_guid }),
      handInSecret: handInSecretOf(keys, schedule),
      // An older server kept whatever a browser said.
      ...(run?.page && loaded.partIds.has(run.page) && { currentQuestionId: run.page }),
    },
  )
  if (!isSealed) return content
  const place = { orgId: caller.orgId, scheduleGuid: schedule.schedule_guid }
  const given = givenParts({ time, events })
  const isClosed = (partId: string) => time.parts[partId]?.isComplete ?? false
  return sealParts(content, { keys, place, loaded, layout, given, isClosed, aheadMs })
}

/** The exam's content with the learner's state, where a form run exists (spec 2 §3). */
export const examJsonRoute = (context: AssessmentContext) => {
  const noteHandedOut = createHandedOutNotes(context)
  return route(
    examJson,
    async ({ caller, query, request }) => {
      const admission = await admit(context, { caller, query, request, isFirst: true })
      if (!admission.ok) return admission
      const { schedule, loaded } = admission
      const run = await selectOpenedFormRun(context.database, caller.orgId, schedule.schedule_guid)
      if (run) await noteAdministrator(context, caller, run.form_run_guid, openedByAdministrator(caller))
      const state = run && (await readLedger(context, run, extraMsOf(schedule)))
      const paused = state && (await pauseRefusal(context, caller, state))
      if (paused) return paused
      // Before the answers are read: what is saved in between is outranked, and known by its lower sequence. Before the start too it is by
      // the moment: in a form run that takes a lost one's place the answers of both meet, and each has begun somewhere.
      const lastSequence = run ? await reserveSequences(context, run, caller) : leastAfter(context.clock.nowMs())
      const { own, presets } = state
        ? { own: ownTimeIn(state.events), presets: presetsIn(state.events) }
        : await entitledNow(context, caller, loaded)
      const content = await contentOf(context, caller, { schedule, loaded, run, state, own, presets, lastSequence })
      // A sealed exam is given out too, but nobody can read it before the start.
      if (!run && content.sealedParts === undefined) await noteHandedOut(schedule, caller)
      return { ok: true, value: content }
    },
    { written: writtenContent },
  )
}

const placeOf = ({ exam_guid, version }: { exam_guid: string; version: number }) => ({ exam_guid, version })
