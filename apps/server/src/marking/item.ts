import type { MarkedQuestion, MarkedResponse, MarkingClaim, MarkingItem, Question, ShownScheme } from '@sitwell/contract'
import { fromBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type { MarkEntry, SeenResponse } from '@sitwell/exam/marks-ledger/mark-entry'
import { type AuthoredQuestion, markedParts } from '@sitwell/question-types/marking'
import { resourcePathOf, signResourceToken } from '../assessment/content/index.ts'
import {
  layoutFor,
  selectAnswers,
  selectAttemptsAt,
  selectSeed,
  shownAnswer,
  standingAnswers,
} from '../assessment/form-run/index.ts'
import { entriesOf } from '../assessment/marks/index.ts'
import type { AnswerEventTable, FormRunTable, MarkingClaimTable } from '../db/schema.ts'
import type { FoundResponse, MayWrite } from './find-response.ts'
import { codeOf, queueIdOf, type ResponseName, responseIdOf } from './ids.ts'
import { type Asking, iso, type MarkingContext } from './marking-context.ts'
import { askedQuestion } from './response/asked-question.ts'
import { filesOfResponse } from './response/files-of-response.ts'
import { responseOf } from './response/marked-response.ts'
import { safeHtml } from './response/safe-text.ts'
import { shownEntries } from './shown-entry.ts'

type Context = Pick<MarkingContext, 'clock' | 'config' | 'database' | 'exams' | 'organisationOrigins' | 'keys'>

/** Seconds for which the files of a question can be had: longer than anybody looks at a response. */
const mediaSeconds = 4 * 60 * 60

/** What stands in place of a schedule in the token of a question's files: whose sitting it is stands in no reply (OFFICE-306). */
const nobodys = 'marking'

const mediaOf = async (context: Context, { org_id, exam_guid, version }: FormRunTable): Promise<MarkedQuestion['media']> => ({
  url: resourcePathOf(exam_guid, version),
  token: await signResourceToken(
    context,
    { org_id, exam_guid, version },
    { scheduleGuid: nobodys, isSealed: false, isOver: false },
    mediaSeconds,
  ),
})

export const claimOf = ({ since, until_at }: MarkingClaimTable): MarkingClaim => ({ since: iso(since), until: iso(until_at) })

/** What the author wrote for whoever marks: of the part, if it is marked by itself. */
const notesOf = (question: AuthoredQuestion, part: string): string | undefined => {
  const { markingNotes, parts } = question as {
    readonly markingNotes?: string
    readonly parts?: readonly { readonly id: string; readonly markingNotes?: string }[]
  }
  return part === '' ? markingNotes : parts?.find(({ id }) => id === part)?.markingNotes
}

/** A save of before, by its number: the one that stood, or else the first that came under it. */
const selectSave = async ({ database: { kysely } }: Context, run: FormRunTable, questionId: string, sequence: number) => {
  const saves: Pick<AnswerEventTable, 'answer' | 'outcome' | 'workings'>[] = await kysely
    .selectFrom('answer_event')
    .select(['answer', 'workings', 'outcome'])
    .where('org_id', '=', run.org_id)
    .where('form_run_guid', '=', run.form_run_guid)
    .where('question_id', '=', questionId)
    .where('sequence', '=', sequence)
    .orderBy('received_at')
    .limit(20)
    .execute()
  return saves.find(({ outcome }) => outcome === 'applied' || outcome === 'late-applied') ?? saves[0]
}

/** What the last mark saw. */
const lastSeen = (entries: readonly MarkEntry[]): SeenResponse | undefined =>
  entries.flatMap((entry) => ('sequence' in entry ? [entry] : [])).at(-1)

const namesOf = (keys: Context['keys'], orgId: number, name: ResponseName) => ({
  responseID: responseIdOf(keys, orgId, name),
  code: codeOf(keys, orgId, name),
})

/** What somebody sees of a response besides the response itself. */
interface Beside {
  readonly may: Pick<MayWrite, 'decide'>
  readonly claim?: MarkingClaimTable | undefined
  readonly scheme?: ShownScheme | undefined
}

/** How a stored answer reads for a marker. */
type Reading = (answer: string | undefined) => MarkedResponse

const withWorkings = (workings: string | undefined) => (workings === undefined || workings.trim() === '' ? {} : { workings })

/** The answer that the last mark saw, if it is another one than now. */
const earlierOf = async (
  context: Context,
  { run, name }: FoundResponse,
  {
    entries,
    sequence,
    read,
  }: { readonly entries: readonly MarkEntry[]; readonly sequence: number | undefined; readonly read: Reading },
): Promise<Pick<MarkingItem, 'earlier'>> => {
  const seen = lastSeen(entries)
  if (!seen || seen.sequence === sequence) return {}
  if (seen.sequence === undefined) return { earlier: { response: read(undefined) } }
  const save = await selectSave(context, run, name.questionId, seen.sequence)
  const response = save ? read(save.answer) : ({ kind: 'lost' } as const)
  return { earlier: { sequence: seen.sequence, response, ...withWorkings(save?.workings) } }
}

/** What stands in the answers and files of a sitting for a response. */
const readResponse = async (context: Context, orgId: number, { run, name, loaded }: FoundResponse, question: Question) => {
  const { database } = context
  const place = { orgId, ...name }
  const [answers, attempts, files] = await Promise.all([
    selectAnswers(database, orgId, name.formRunGuid),
    selectAttemptsAt(database, run, loaded),
    name.part === '' ? filesOfResponse(database, place, question) : [],
  ])
  const isHere = ({ question_id }: { readonly question_id: string }) => question_id === name.questionId
  const shown = files.map((file) => file.shown)
  const read: Reading = (answer) =>
    responseOf({ question, part: name.part, answer: answer === undefined ? undefined : shownAnswer(answer), files: shown })
  return { stored: answers.find(isHere), response: read(standingAnswers(answers, attempts).find(isHere)?.answer), read }
}

const maxOf = ({ row, name }: FoundResponse, question: AuthoredQuestion) =>
  row ? fromBillionths(row.max_marks) : (markedParts(question).find(({ part }) => part === name.part)?.marks ?? question.marks)

/** The marks that count now: those of its row or, if the key alone has marked a whole question, those of the question. */
const marksNowOf = async (
  { database: { kysely } }: Context,
  { run, name, row }: FoundResponse,
): Promise<number | undefined> => {
  if (row) return row.marks === null ? undefined : fromBillionths(row.marks)
  if (name.part !== '') return undefined
  const mark = await kysely
    .selectFrom('mark')
    .select('score')
    .where('org_id', '=', run.org_id)
    .where('form_run_guid', '=', run.form_run_guid)
    .where('question_id', '=', name.questionId)
    .executeTakeFirst()
  return mark?.score
}

/** Whether somebody has given marks for a response themselves. */
export const hasMarked = (entries: readonly MarkEntry[], userGuid: string): boolean =>
  entries.some(({ author, kind }) => author === userGuid && kind === 'mark')

/** A response with all that its marker needs, and nothing of who gave it. Undefined if the candidate was not asked the question. */
export const itemOf = async (
  context: Context,
  { orgId, userGuid, rules }: Pick<Asking, 'orgId' | 'rules' | 'userGuid'>,
  found: FoundResponse,
  { may, claim, scheme }: Beside,
): Promise<MarkingItem | undefined> => {
  const { database, keys } = context
  const { name, run, row, queue, loaded } = found
  const authored = loaded.questions.find(({ id }) => id === name.questionId)
  const asked = askedQuestion(loaded, layoutFor(loaded, await selectSeed(database, run)), name, await mediaOf(context, run))
  if (!asked || !authored) return undefined
  const entries = await entriesOf(database, { orgId, ...name })
  const { stored, response, read } = await readResponse(context, orgId, found, asked.question)
  const notes = notesOf(authored, name.part)
  const mayDecide = may.decide && (rules.decidesOwnMark || !hasMarked(entries, userGuid))
  const marksNow = mayDecide ? await marksNowOf(context, found) : undefined
  return {
    ...namesOf(keys, orgId, name),
    queueID: queueIdOf(queue),
    ...(claim && { claim: claimOf(claim) }),
    ...{ state: row?.state ?? 'marked', question: asked.shown, maxMarks: maxOf(found, authored), response },
    ...withWorkings(stored?.workings),
    ...(stored && { sequence: stored.sequence }),
    ...(row && row.files !== '' && { files: row.files }),
    newestEntry: entries.at(-1)?.number ?? 0,
    entries: shownEntries(entries, userGuid),
    ...(await earlierOf(context, found, { entries, sequence: stored?.sequence, read })),
    ...(scheme && { scheme }),
    ...(notes !== undefined && { notes: safeHtml(notes) }),
    isAutomatic: !found.isByPerson,
    ...(marksNow !== undefined && { marksNow }),
    mayDecide,
  }
}
