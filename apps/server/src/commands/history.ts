import type { Answer } from '@sitwell/contract'
import {
  createExamCache,
  selectAnswerEvents,
  selectAnswers,
  selectFormRunOfOrganisation,
  selectLedger,
  shownAnswer,
  type WrittenEvent,
} from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import { readSnapshot } from '../db/read-snapshot.ts'
import type { AnswerEventTable, FormRunTable } from '../db/schema.ts'

/** One version of an answer, as it came. */
interface Version extends AnswerEventTable {
  /** It is the answer that counts. */
  readonly stands: boolean
  /** Guid of the administrator who saved it, signed in as the learner. */
  readonly admin: string | undefined
}

interface QuestionHistory {
  readonly questionId: string
  readonly number: number | undefined
  /** The lowest sequence first; of one sequence the one that came first. */
  readonly versions: readonly Version[]
}

/** Every version of every answer of a form run that ever came, question by question in the order of the exam. */
export const selectHistory = async (database: Database, run: FormRunTable): Promise<QuestionHistory[]> => {
  const { org_id, form_run_guid } = run
  const loaded = await createExamCache(database, Date.now).load(run)
  const { saves, answers, ledger } = await readSnapshot(database, async (snapshot) => ({
    saves: await selectAnswerEvents(snapshot, org_id, form_run_guid),
    answers: await selectAnswers(snapshot, org_id, form_run_guid),
    ledger: await selectLedger(snapshot, { orgId: org_id, formRunGuid: form_run_guid }),
  }))
  const events = saves.toSorted((one, other) => one.sequence - other.sequence)
  const held = new Map(answers.map((row) => [row.question_id, row]))
  const admins = new Map(ledger.map(({ requestId, admin }) => [requestId, admin]))
  const numbers = new Map((loaded?.layout.questions ?? []).map(({ id, number }) => [id, number]))
  const stands = ({ question_id, sequence, writer_id, received_at }: AnswerEventTable) => {
    const row = held.get(question_id)
    return row?.sequence === sequence && row.writer_id === writer_id && row.saved_at === received_at
  }
  return [...Map.groupBy(events, (event) => event.question_id)]
    .map(([questionId, versions]) => ({
      questionId,
      number: numbers.get(questionId),
      versions: versions.map((event) => ({ ...event, stands: stands(event), admin: admins.get(event.request_id) })),
    }))
    .sort((one, other) => (one.number ?? Number.POSITIVE_INFINITY) - (other.number ?? Number.POSITIVE_INFINITY))
}

const moment = (atMs: number) => new Date(atMs).toISOString()

/** On one line, whatever was typed. */
const written = ({ answerText, options = [], otherText = '' }: Answer) =>
  [
    JSON.stringify(answerText),
    ...(options.length > 0 ? [`chosen ${options.map(({ optionID }) => optionID).join(', ')}`] : []),
    ...(otherText === '' ? [] : [`other ${JSON.stringify(otherText)}`]),
  ].join(' ')

/** Written by this server, which names the file in the evidence. */
const isHandedIn = ({ evidence }: Version): boolean => evidence?.includes('"handIn":') ?? false

/** In a pause it is counted from the pause's beginning. */
const lateWords = ({ late_ms, outcome }: Version) =>
  late_ms === null ? '' : ` (${late_ms} ms after the ${outcome === 'in-pause' ? 'pause began' : 'end of its time'})`

const lineOf = (version: Version): string =>
  [
    `  ${version.stands ? '*' : ' '} ${moment(version.received_at)}`,
    `sequence ${version.sequence}`,
    `writer ${version.writer_id}`,
    version.outcome + lateWords(version),
    ...(version.admin === undefined ? [] : [`by the administrator ${version.admin}, signed in as the learner`]),
    written(shownAnswer(version.answer)),
    ...(version.workings === '' ? [] : [`workings ${JSON.stringify(version.workings)}`]),
    ...(version.bookmarked === 1 ? ['bookmarked'] : []),
    ...(version.judged === null ? [] : [`judged ${version.judged}`]),
    ...(isHandedIn(version) ? ['handed in as a file'] : []),
    ...(version.typed_at === null ? [] : [`typed at ${moment(version.typed_at)}`]),
    ...(version.client_time === null ? [] : [`typed at ${version.client_time} by the browser's clock`]),
  ].join('  ')

/** Events that are listed beside the answers: when content was given out, which parts were asked, what was checked, and what became of files. */
const lineOfEvent = (event: WrittenEvent): string[] => {
  const at = `at ${moment(event.atMs)}`
  const number = `(event ${event.number})`
  switch (event.kind) {
    case 'start':
      return (event.handedOut ?? []).map(({ agoMs, admin }) => {
        const whom = admin === undefined ? '' : ` to the administrator ${admin}, signed in as the learner,`
        return `Content given out${whom} at ${moment(event.atMs - agoMs)}, before the start ${number}.`
      })
    case 'part-key':
      return [`Key of the sealed part ${event.partId}, given ${at} ${number}.`]
    case 'part-decision':
      return [`Part ${event.partId}, ${event.isAsked ? 'asked' : 'not asked'} by the answers ${at} ${number}.`]
    case 'attempt': {
      const of = event.sequence === undefined ? 'without an answer' : `with the answer of sequence ${event.sequence}`
      return [`Attempt at question ${event.questionId} ${of}${event.isLast ? ', which closed it,' : ''} ${at} ${number}.`]
    }
    case 'file':
      return [`File ${event.fileGuid}, ${event.what} ${at}: ${event.bytes} bytes, SHA-256 ${event.sha256} ${number}.`]
    default:
      return []
  }
}

/** `sitwell history`: prints every version of every answer of a form run. Answers the exit code. */
export const printHistory = async (database: Database, orgId: number, formRunGuid: string): Promise<number> => {
  const run = await selectFormRunOfOrganisation(database, orgId, formRunGuid)
  if (!run) {
    console.error(`Organisation ${orgId} has no form run ${formRunGuid}.`)
    return 1
  }
  const completed = run.completed_at === null ? 'not completed' : `completed at ${moment(run.completed_at)}`
  console.log(`Form run ${formRunGuid}, started at ${moment(run.started_at)}, ${completed}. * marks what counts.`)
  for (const { questionId, number, versions } of await selectHistory(database, run)) {
    console.log(number === undefined ? `Question ${questionId}` : `Question ${number} (${questionId})`)
    for (const version of versions) console.log(lineOf(version))
  }
  const ledger = await selectLedger(database, { orgId, formRunGuid })
  for (const line of ledger.flatMap(lineOfEvent)) console.log(line)
  return 0
}
