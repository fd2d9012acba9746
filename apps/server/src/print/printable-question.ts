import type { Question, Refusal } from '@sitwell/contract'
import { mayPrint } from '@sitwell/exam/organisation/may-print'
import { sectionsAround } from '@sitwell/exam/paper/paper'
import { givenParts } from '@sitwell/exam/parts/part-release'
import { untilOverMs } from '@sitwell/exam/time/exam-time'
import { isToRead } from '@sitwell/question-types/rules'
import {
  type LoadedExam,
  layoutFor,
  ownFormRun,
  printQuestionsOf,
  sealRulesOf,
  selectSeed,
} from '../assessment/form-run/index.ts'
import { isHeldAt, readLedger } from '../assessment/ledger/index.ts'
import type { FormRunTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import type { PrintContext } from './print-context.ts'

/** A question with what stands around it, as its learner sees it: no key, no answer. */
export interface PrintableQuestion {
  readonly ok: true
  readonly run: FormRunTable
  readonly loaded: LoadedExam
  readonly question: Question
  /** Texts of the sections around it, the outermost first. HTML. */
  readonly scenario: readonly string[]
}

type Unprintable = RefusedOutcome<
  | Extract<Refusal, 'NOT_FOUND' | 'NOT_ALLOWED' | 'FORM_RUN_COMPLETED'>
  | Extract<Refusal, 'EXAM_PAUSED' | 'PART_SEALED' | 'PART_CLOSED' | 'TIME_OVER'>
>

export type PrintableContext = Pick<PrintContext, 'database' | 'exams' | 'clock'>

/**
 * A question that its learner may have on paper at this moment: of their own exam, while it runs, and of a part that is given out and
 * still open. Asked when the PDF is made, and again whenever it is fetched.
 */
export const printableQuestion = async (
  context: PrintableContext,
  caller: Pick<Caller, 'orgId' | 'userGuid'>,
  wanted: { readonly formRunGuid: string; readonly questionId: string },
): Promise<PrintableQuestion | Unprintable> => {
  const { database, exams, clock } = context
  const found = await ownFormRun(database, caller, wanted.formRunGuid)
  const loaded = found && (await exams.load(found))
  const partId = loaded?.partIds.get(wanted.questionId)
  if (!found || !loaded || partId === undefined) return refuse('NOT_FOUND', 'There is no such question for this person.')
  const shown = layoutFor(loaded, await selectSeed(database, found))
  const question = shown.questions.find(({ id }) => id === wanted.questionId)
  if (!question) return refuse('NOT_FOUND', 'There is no such question for this person.')
  if (found.completed_at !== null) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
  if (isHeldAt(found, clock.nowMs())) return refuse('EXAM_PAUSED', 'The exam is paused: its content is not available.')
  const { time, events } = await readLedger(context, found)
  if (untilOverMs(time) === 0) return refuse('TIME_OVER', 'The time of the exam is over.')
  if (time.parts[partId]?.isComplete) return refuse('PART_CLOSED', 'The part was finished or left for good.')
  const { isSealed } = await sealRulesOf(database, caller.orgId, loaded.exam)
  if (isSealed && !givenParts({ time, events }).has(partId))
    return refuse('PART_SEALED', 'The part is sent when its learner gets to it.')
  // Only now: of a part that is sealed, nobody learns the types of its questions.
  const printQuestions = await printQuestionsOf(database, caller.orgId, loaded.exam)
  if (!mayPrint({ organisationId: caller.orgId, printQuestions, isToRead: isToRead(question) }))
    return refuse('NOT_ALLOWED', 'This question may not be printed.')
  const around = sectionsAround(loaded.paper, wanted.questionId)
  const scenario = around.flatMap(({ id }) => {
    const section = shown.sections.find((one) => one.id === id)
    return section ? [section.text, section.scenarioText].filter((html) => html !== undefined && html !== '') : []
  })
  return { ok: true, run: found, loaded, question, scenario: scenario.filter((html) => html !== undefined) }
}
