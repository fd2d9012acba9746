import { newUuid } from '@sitwell/client/new-uuid'
import { examJson, type PartContent, partKey, type ReplyOf, type SealedPart, sealedType, type start } from '@sitwell/contract'
import { questionsOf, sectionIdsOf } from '@sitwell/exam/paper/paper'
import { rulesOf } from '@sitwell/question-types/rules'
import type { Player } from '../../../context/player.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { controlHtml } from '../../content/control-html.ts'
import { failedCall } from '../../content/exam-failure.ts'
import { loadImages, loadOthers, loadPdfs } from '../../content/exam-files.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import { fileLoadingOf } from '../../content/file-loading.ts'
import { filesOfExam } from '../../content/files-of-exam.ts'
import { type LoadedExam, savedQuestion } from '../../content/loaded-exam.ts'
import { type ReadPart, readPart } from '../../content/opened-part.ts'
import { startQuery } from '../../content/start-query.ts'
import { unseal } from '../../content/unseal.ts'
import { type AnswersWait, answersMs, waitsForAnswers } from './answers-wait.ts'
import { notAskedIn } from './use-parts-not-asked.ts'

/** What asking for a part came to: what puts it into the exam, a way on that is closed, or nothing yet. */
export type Opening =
  | {
      readonly kind: 'opened'
      putInto(exam: LoadedExam): LoadedExam
      /** Ids of the parts that, by the server's word, this learner isn't asked. */
      readonly notAsked: readonly string[]
    }
  /** It isn't given any more, or the exam is over. */
  | { readonly kind: 'closed' | 'completed' }
  /** `againMs`: it wasn't asked for yet, because answers are on their way that the server should have before. */
  | { readonly kind: 'waiting'; readonly againMs?: number }

type OpeningPlayer = Pick<Player, 'api' | 'reportError' | 'session' | 'appSettings' | 'client'>

/** The part as the server gives it out in the exam's content once its key was given. */
const fetchPart = async (player: OpeningPlayer, { schedule, exam }: ExamVisit, partId: string): Promise<PartContent> => {
  const query = startQuery(schedule, player.session.user.guid, player.appSettings.appVersion)
  const outcome = await player.api.call(examJson, { query }, { attempts: 1 })
  if (!outcome.ok) throw failedCall('The part could not be loaded', outcome)
  const part = exam.paper.root.sections.find(({ id }) => id === partId)
  const ids = new Set(part ? [...sectionIdsOf(part), ...questionsOf(part)] : [])
  const { sections, questions, resources } = outcome.value
  const own = {
    sections: sections.filter(({ id }) => ids.has(id)),
    questions: questions.filter(({ id }) => ids.has(id)),
    resources,
  }
  if (own.questions.some(({ type }) => type === sealedType)) throw new Error(`The part ${partId} came sealed again`)
  return own
}

/** How a part's key is asked for. */
interface Asking {
  /** Set if the learner has come to the part; ahead of that nobody has moved. */
  readonly move?: AnswersWait
  /** They are there still, once the answer has come. */
  isThere(): boolean
}

const sealedIn = ({ exam }: ExamVisit, partId: string): SealedPart | undefined =>
  exam.content.sealedParts?.find((one) => one.partId === partId)

/** What the server is told by a learner who has come to a part. */
const toldWithMove = ({ keyWait, answers, moved }: FormRun, sealed: SealedPart | undefined) => {
  const waited = keyWait.waits().map(({ forMs, endedAgoMs }) => ({ seconds: forMs / 1000, endedAgo: endedAgoMs / 1000 }))
  return {
    ...moved(),
    // By it a server whose database was set back sees what it lacks, before it decides by answers or settles a part.
    ...(sealed && { answers: answers.digest() }),
    ...(waited.length > 0 && { waited }),
  }
}

/** Reads a part that lies here sealed, with its key; from the server where this browser can't open it. */
const readWith = async (player: OpeningPlayer, visit: ExamVisit, sealed: SealedPart, key: string): Promise<ReadPart> => {
  const part =
    (await unseal(sealed, visit.schedule.guid, key, globalThis.crypto?.subtle)) ??
    (await fetchPart(player, visit, sealed.partId))
  return readPart(visit.exam, sealed.partId, part, async (question) => {
    const { remote } = rulesOf(question.type)
    return remote ? remote.with(question, await controlHtml(player, question, remote.of(question))) : question
  })
}

/** A visit with the part in it in which the exam begins, whose key came with the start; as it was where that can't be opened yet. */
export const openFirstPart = async (
  player: OpeningPlayer,
  visit: ExamVisit,
  { partId, key }: NonNullable<ReplyOf<typeof start>['firstPart']>,
): Promise<ExamVisit> => {
  const sealed = sealedIn(visit, partId)
  if (!sealed) return visit
  try {
    const { putInto } = await readWith(player, visit, sealed, key)
    return { ...visit, exam: putInto(visit.exam) }
  } catch (error) {
    // It is asked for again as a later part is.
    player.reportError(error, `open the part ${partId}`)
    return visit
  }
}

/** Asks for the key of a part and opens it where it lies here sealed. */
export const openPart = async (
  player: OpeningPlayer,
  latest: () => ExamVisit,
  formRun: FormRun,
  partId: string,
  { move, isThere }: Asking,
): Promise<Opening> => {
  const { formRunGuid } = formRun
  const asked = sealedIn(latest(), partId)
  if (move && asked && waitsForAnswers(move, latest().sync, formRunGuid, asked)) return { kind: 'waiting', againMs: answersMs }
  const told = move ? toldWithMove(formRun, asked) : {}
  const outcome = await player.api.call(
    partKey,
    { body: { formRunGuid, partId, requestId: newUuid(), ...told } },
    { attempts: 1 },
  )
  if (!outcome.ok) {
    if (outcome.kind === 'unreachable' || outcome.status >= 500) void latest().sync.connection.check()
    else if (outcome.code === 'FORM_RUN_COMPLETED') return { kind: 'completed' }
    else if (outcome.code === 'PART_CLOSED') return { kind: 'closed' }
    // What it lacks is found out, and sent again, before the next try.
    else if (outcome.code === 'MISSING_REQUESTS') formRun.comparison.doubt()
    return { kind: 'waiting' }
  }
  try {
    const { key, state } = outcome.value
    const notAsked = notAskedIn(state)
    const end = () => (isThere() ? formRun.keyWait.end(state) : formRun.time.meet(state))
    const visit = latest()
    const sealed = sealedIn(visit, partId)
    if (!sealed) {
      // It was opened before: the server has heard of the wait, and that was all.
      end()
      return { kind: 'opened', putInto: (exam) => exam, notAsked }
    }
    const { questions, putInto } = await readWith(player, visit, sealed, key)
    formRun.openQuestions(questions.map(savedQuestion))
    end()
    return { kind: 'opened', putInto, notAsked }
  } catch (error) {
    player.reportError(error, `open the part ${partId}`)
    return { kind: 'waiting' }
  }
}

/** Loads the files that came with an opened part; those that were there before are left alone. */
export const loadFilesOfPart = async (player: OpeningPlayer, visit: ExamVisit): Promise<void> => {
  const { exam, files } = visit
  const loading = fileLoadingOf(player, visit)
  const { images, others, pdfs } = filesOfExam(player, exam)
  const isNew = (address: string) => !files.has(address)
  await loadImages(images.filter(isNew), loading)
  await loadOthers(others.filter(isNew), loading)
  await loadPdfs(
    pdfs.filter(({ address }) => isNew(address)),
    loading,
    () => undefined,
  )
}
