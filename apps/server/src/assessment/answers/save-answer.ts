import { type InputOf, saveAnswer } from '@sitwell/contract'
import { settledBy } from '@sitwell/exam/answers/settled-part'
import { closedParts } from '@sitwell/exam/ledger/ledger'
import { hasRunningParts } from '@sitwell/exam/time/exam-plan'
import { millisecondsOf } from '@sitwell/exam/time/milliseconds'
import { createPageWitness } from '../../generation/page-witness.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { type FormRunFacts, isInHistory, type LoadedExam, selectFormRun, selectStanding } from '../form-run/index.ts'
import { type Answering, changeLedger, eventsOfAnswer, isOwn, noteAdministrator } from '../ledger/index.ts'
import { isBarredByAttempts } from './barred-by-attempts.ts'
import { partOfVersion, questionOf, type SaveBody, toSave } from './checked-save.ts'
import { createGrowthWatch } from './history-growth.ts'
import { createUnsupervisedWatch } from './note-unsupervised.ts'
import type { Save, SaveOutcome } from './save.ts'
import { saveLate } from './save-late.ts'
import { createRefuseWithheld } from './withheld-parts.ts'

/** So often it is looked where the learner is; two processes that move them to and fro must not continue forever. */
const mostTries = 3

type AnswerBody = InputOf<typeof saveAnswer>['body']

/** What the server says of an answer that it keeps and that doesn't stand. */
const reportOf = (
  outcome: SaveOutcome['outcome'],
  isApplied: boolean,
): { barred?: 'closed' | 'reading'; late?: true; review?: true; paused?: true } => {
  if (outcome === 'closed' || outcome === 'reading') return { barred: outcome }
  if (isApplied) return {}
  if (outcome === 'review') return { late: true, review: true }
  if (outcome === 'in-pause') return { late: true, paused: true }
  return outcome === 'over-time' ? { late: true } : {}
}

/** Saves one answer; answered only once it is committed to disk. */
export const saveAnswerRoute = (context: AssessmentContext) => {
  const { database, exams, saves, clock, config, formRunFacts, contacts, generation } = context

  const noteUnsupervised = createUnsupervisedWatch(context)
  const witness = createPageWitness(context)
  const watchGrowth = createGrowthWatch(context)
  const refuseWithheld = createRefuseWithheld(context)

  /**
   * The learner is in another part than this process knew: the ledger has to know before the answer is held against its window. Returns
   * the moment from which answers to the part are judged even within the grace, if there is one.
   */
  const noteMove = async (
    caller: Caller,
    facts: FormRunFacts,
    { plan, partIds }: LoadedExam,
    { requestId, ...answering }: Answering & { readonly requestId?: string | undefined },
  ): Promise<number | undefined> => {
    const partId = partIds.get(answering.questionId)
    const part = plan.parts.find(({ id }) => id === partId)
    const isThere = partId === facts.seenIn && partIds.get(answering.page) === facts.seenIn
    if (!part || !hasRunningParts(plan) || (isThere && (part.readingMs === 0 || facts.seenRead.has(part.id)))) return undefined
    const place = { orgId: caller.orgId, formRunGuid: facts.form_run_guid }
    // It came before, and told of its move then: again it must not take the learner back there.
    if (requestId !== undefined && (await isInHistory(database, place, 'request_id', requestId))) return undefined
    const state = await changeLedger(context, place, caller, (before) =>
      before.run.completed_at === null ? eventsOfAnswer(before, answering, config.lateSaveGraceMs) : [],
    )
    facts.seenIn = state?.time.partId ?? null
    if (state?.time.parts[part.id]?.readingLeftMs === 0) facts.seenRead.add(part.id)
    const closing = state && closedParts(plan, state.events).get(part.id)
    return closing && settledBy(state.events, part.id, closing.atMs)?.atMs
  }

  /** Whether a save that came too late was let count since: its request may be repeated at any time. */
  const isAccepted = async (save: Save, { outcome, sequence }: SaveOutcome) =>
    (outcome === 'late' || outcome === 'over-time' || outcome === 'in-pause' || outcome === 'review') &&
    (await selectStanding(database, save.event)) === sequence

  /** An answer that came after its part was settled is judged, as a late one is. */
  const writeOrJudge = async (save: Save, loaded: LoadedExam, settledMs: number | undefined) => {
    const isSettled = settledMs !== undefined && save.event.received_at > settledMs
    const written = isSettled ? 'undecided' : await saves.save(save)
    return written === 'undecided' ? saveLate(context, save, loaded) : written
  }

  /**
   * Writes an answer whose move was noted. Where another process has moved the learner since this one has seen where they are, it is
   * noted again, by what the ledger has of them now.
   */
  const writeThere = async (
    save: Save,
    facts: FormRunFacts,
    loaded: LoadedExam,
    { noteAgain, ...noted }: { readonly settledMs: number | undefined; readonly noteAgain: () => Promise<number | undefined> },
  ): Promise<SaveOutcome | undefined> => {
    let { settledMs } = noted
    for (let tries = 1; ; tries += 1) {
      const seenIn = save.partId === '' || tries > mostTries ? undefined : (facts.seenIn ?? undefined)
      const placed = { ...save, seenIn }
      const done = await writeOrJudge(placed, loaded, settledMs)
      if (done !== 'elsewhere') return done
      facts.seenIn = null
      settledMs = await noteAgain()
    }
  }

  /** Of a question that is closed an answer is kept, and counts no more. Without a part: where its learner is says nothing of that. */
  const saveBarred = async (save: Save, loaded: LoadedExam): Promise<SaveOutcome | undefined> => {
    const done = await saveLate(context, { ...save, isBarred: true }, loaded)
    return done === 'elsewhere' ? undefined : done
  }

  /** The database counts saves: a page that knows of more is a witness of what it has lost. */
  const noteCounted = (place: Parameters<typeof witness.hear>[0], body: Parameters<typeof witness.hear>[1], saves: number) => {
    generation.saw(`${place.orgId}/${place.formRunGuid}`, saves)
    witness.hear(place, body, saves, { isMore: true })
  }

  const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')

  /**
   * The question that is answered, or the refusal. If its part was never given out, nothing is compared. The page's count of saves may still show
   * that the database was set back; once that is noticed, the repeated save is accepted.
   */
  const askedBy = async (caller: Caller, facts: FormRunFacts, body: SaveBody) => {
    const loaded = await exams.load(facts, 'rules')
    const sealed = loaded && (await refuseWithheld(facts, loaded, partOfVersion(loaded, body)))
    if (!sealed) return questionOf(loaded, body)
    const run = await selectFormRun(database, caller, body.formRunGuid)
    if (!run) return notFound()
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    await contacts.note(place, caller)
    witness.hear(place, body, run.saves, { isMore: false })
    return sealed
  }

  /** What the learner's page is told of a save that was kept, or why it is refused. */
  const replyTo = async (done: SaveOutcome, save: Save, body: AnswerBody) => {
    const place = { orgId: save.event.org_id, formRunGuid: save.event.form_run_guid }
    const counted = done.saves ?? undefined
    const { outcome, sequence } = done
    if (outcome === 'mismatched')
      return refuse('INVALID_REQUEST', 'Another save came with this request id before.', {
        details: [{ path: 'body.requestId', message: 'the id of another save' }],
      })
    const applied = outcome === 'applied' || outcome === 'late-applied' || (await isAccepted(save, done))
    if (outcome === 'late' && !applied)
      return refuse('FORM_RUN_COMPLETED', 'The form run was completed before; the answer is kept in the history.')
    const standing = outcome === 'older' ? await selectStanding(database, save.event) : undefined
    const isCounted = body.heard !== undefined && counted !== undefined
    const sealed = isCounted ? { saves: counted, savesSeal: witness.sealOf(place, counted) } : {}
    const more = { ...(standing !== undefined && { standing }), ...reportOf(outcome, applied), ...sealed }
    return { ok: true as const, value: { saved: true as const, applied, sequence, ...more } }
  }

  return route(
    saveAnswer,
    async ({ caller, body, request }) => {
      const run = await formRunFacts(caller, body.formRunGuid)
      if (!run) return notFound()
      const asked = await askedBy(caller, run, body)
      if (!asked.ok) return asked
      const { question, loaded: exam } = asked.value
      const readingLeftMs = body.readingLeft === undefined ? undefined : millisecondsOf(body.readingLeft)
      const noteAgain = () => noteMove(caller, run, exam, { ...body, questionId: question.id, readingLeftMs })
      const settledMs = await noteAgain()
      await noteUnsupervised({ caller, request, run, exam: exam.exam, requestId: body.requestId })
      const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
      const receivedMs = clock.nowMs()
      const save = { ...toSave(exam, place, body, receivedMs), heardMs: isOwn(caller) ? receivedMs : null }
      await noteAdministrator(context, caller, run.form_run_guid, {
        text: `An administrator saved the answer to question ${question.id} as the learner`,
        id: save.event.request_id,
      })
      watchGrowth(save.event)
      const isBarred = await isBarredByAttempts(database, save, exam)
      const done = isBarred ? await saveBarred(save, exam) : await writeThere(save, run, exam, { settledMs, noteAgain })
      if (done?.saves != null) noteCounted(place, body, done.saves)
      contacts.noted(place, caller)
      if (!done) return notFound()
      return replyTo(done, save, body)
    },
    { shortReply: true },
  )
}
