import { examJson, type Question } from '@sitwell/contract'
import { leastAfter } from '@sitwell/exam/answers/save-sequences'
import { extensionStatus, isExtendable } from '@sitwell/exam/ledger/extension'
import { heldAt } from '@sitwell/exam/ledger/standstill'
import { givenParts } from '@sitwell/exam/parts/part-release'
import { freshTime } from '@sitwell/exam/time/exam-time'
import { elapsedSeconds, remainingSeconds } from '@sitwell/exam/time/exam-times'
import { withExtraTime } from '@sitwell/exam/time/extra-time'
import type { AnswerTable } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { route, type ServiceContext } from '../../http/service.ts'
import { resourcePathOf, signResourceToken } from '../../resource/resource-token.ts'
import { hiddenFilesOf } from '../answers/part-files.ts'
import { reserveSequences } from '../answers/reserve-sequences.ts'
import { storedAnswer } from '../answers/stored-answer.ts'
import { selectAnswers, selectFormRunOfSchedule } from '../form-runs/queries.ts'
import { handInSecretOf } from '../hand-in/hand-in-secret.ts'
import { isHeldAt } from '../ledger/ledger-ends.ts'
import { sectionsAt } from '../ledger/sections-at.ts'
import { examLeftMs, examUsedMs, readLedger, startOf } from '../ledger/time-ledger.ts'
import { admit } from '../schedules/admission.ts'
import { noteAdministrator, openedByAdministrator } from '../schedules/note-administrator.ts'
import { examContentOf, layoutFor } from './lay-out-exam.ts'
import { printQuestionsOf } from './print-rules.ts'
import { sealParts } from './seal-parts.ts'
import { sealRulesOf } from './seal-rules.ts'
import { seedOf } from './seed.ts'
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

/** The exam's content with the learner's state, where a form run exists (spec 2 §3). */
export const examJsonRoute = (context: ServiceContext) =>
  route(examJson, async ({ caller, query, request }) => {
    const admission = await admit(context, { caller, query, request, isFirst: true })
    if (!admission.ok) return admission
    const { schedule, loaded } = admission
    const { exam, resources } = loaded
    const hidden = hiddenFilesOf(loaded)
    const extraMs = (schedule.extra_time_seconds ?? 0) * 1000
    const layout = layoutFor(loaded, seedOf(schedule))
    const run = await selectFormRunOfSchedule(context.database, caller.orgId, schedule.schedule_guid)
    if (run) await noteAdministrator(context, caller, run.form_run_guid, openedByAdministrator(caller))
    const state = run && (await readLedger(context, run, extraMs))
    if (state && state.run.completed_at === null && isHeldAt(state.run, state.nowMs)) {
      await context.contacts.note({ orgId: caller.orgId, formRunGuid: state.run.form_run_guid }, caller)
      const offer = heldAt(state.events, state.nowMs)?.offer
      const resumeOffer = offer && { formRunGuid: state.run.form_run_guid, number: offer.number }
      const message = 'The exam is paused: it is given out once its learner goes on.'
      return refuse('EXAM_PAUSED', message, resumeOffer && { resumeOffer })
    }
    // Before the answers are read: what is saved in between is outranked, and known by its lower sequence. Before the start too it is by
    // the moment: in a form run that takes a lost one's place the answers of both meet, and each has begun somewhere.
    const lastSequence = run ? await reserveSequences(context, run, caller) : leastAfter(context.clock.nowMs())
    const rows = run ? await selectAnswers(context.database, caller.orgId, run.form_run_guid) : []
    const answers = new Map(rows.map((row) => [row.question_id, row]))
    const usedUp = await usedUpIn(context.database, run, layout.questions)
    const resourceUrl = resourcePathOf(schedule.exam_guid, schedule.version)
    const plan = state?.plan ?? withExtraTime(loaded.plan, extraMs)
    const time = state?.time ?? freshTime(plan)
    const questions = layout.questions.map((question) => ({
      ...withAnswer(question, answers.get(question.id)),
      ...usedUp.get(question.id),
    }))
    const { isSealed, aheadMs } = await sealRulesOf(context.database, caller.orgId, exam)
    const mayPrintQuestions = await printQuestionsOf(context.database, caller.orgId, exam)
    const place = { orgId: caller.orgId, scheduleGuid: schedule.schedule_guid }
    const content = examContentOf(
      exam,
      { ...layout, questions, sections: sectionsAt(layout.sections, plan, time) },
      {
        resourceUrl,
        resourceToken: await signResourceToken(
          context,
          { org_id: caller.orgId, ...placeOf(schedule) },
          { scheduleGuid: schedule.schedule_guid, isSealed, isOver: false, madeBy: caller.madeBy },
        ),
        resources: resources
          .filter(({ path }) => !hidden.has(path))
          .map(({ path, media_type }) => ({
            url: resourceUrl + path.split('/').map(encodeURIComponent).join('/'),
            mediaType: media_type,
            name: path,
          })),
        examTime: (plan.timeMs + time.addedMs) / 1000,
        examTimeRemaining: remainingSeconds((state && examLeftMs(state)) ?? time.leftMs ?? 0),
        elapsedTime: elapsedSeconds(state ? examUsedMs(state) : 0),
        isExtendable: isExtendable(exam.settings.isExtendable ?? false, extensionStatus(state?.events ?? [])),
        ...(mayPrintQuestions !== undefined && { printQuestions: mayPrintQuestions }),
        lastSequence,
        ...(run && { saves: run.saves }),
        importedAt: schedule.imported_at,
        ...(run && { formRunGuid: run.form_run_guid }),
        handInSecret: handInSecretOf(context.keys, schedule),
        // An older server kept whatever a browser said.
        ...(run?.page && loaded.partIds.has(run.page) && { currentQuestionId: run.page }),
      },
    )
    if (!isSealed) return { ok: true, value: content }
    const given = givenParts({ time, events: state?.events ?? [{ ...startOf(loaded), atMs: 0 }] })
    const isClosed = (partId: string) => time.parts[partId]?.isComplete ?? false
    return { ok: true, value: sealParts(content, { keys: context.keys, place, loaded, layout, given, isClosed, aheadMs }) }
  })

const placeOf = ({ exam_guid, version }: { exam_guid: string; version: number }) => ({ exam_guid, version })
