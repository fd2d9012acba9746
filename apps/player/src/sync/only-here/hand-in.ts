import { type HandInFile, handInFormat, handInVersion } from '@sitwell/contract'
import { handInSeal, type Sealer } from '@sitwell/exam/answers/hand-in-seal'
import { elapsedSeconds } from '@sitwell/exam/time/exam-times'
import type { ExamStore } from '../../storage/exam-store.ts'
import type { AnswerRecord, FormRunRecord, RequestRecord, UploadRecord } from '../../storage/records.ts'
import { answerPlace } from '../answers/answer-place.ts'
import { examKey } from '../time/stored-time.ts'
import { refusedSaves } from './where-answers-are.ts'

/** What a file of answers is made with. */
export interface HandInParts {
  readonly store: Pick<ExamStore, 'answersOf' | 'formRun' | 'requestsOf' | 'setAside'>
  readonly userGuid: string
  readonly orgId: number
  readonly learnerName: string
  /** The files of a form run that are on this device alone. */
  filesOf(formRunGuid: string): readonly UploadRecord[]
  nowIso(): string
  newId(): string
  /** Undefined on a page that came without encryption: browsers keep Web Crypto from it, and the file has no seal. */
  readonly sealer?: Sealer | undefined
}

type Entry = HandInFile['answers'][number]

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const usedOf = ({ timeLeftMs, givenMs, elapsedMs }: FormRunRecord): HandInFile['used'] => {
  const parts = Object.entries(timeLeftMs).flatMap(([partId, leftMs]) => {
    const usedMs = partId === examKey ? 0 : (givenMs[partId] ?? leftMs) - leftMs
    return usedMs > 0 ? [{ partId, seconds: elapsedSeconds(usedMs) }] : []
  })
  return parts.length > 0 ? parts : [{ seconds: elapsedSeconds(Math.max(0, elapsedMs)) }]
}

/** A save of an answer as it stands here: as it was sent, or would be next. */
const saveOf = (record: AnswerRecord, run: FormRunRecord, newId: () => string): Record<string, unknown> => {
  const { questionId, answer, bookmarked, workings, changed, changedAt, typed, sequence, writerId, lastSave } = record
  if (!changed && lastSave) return { ...lastSave.payload, requestId: lastSave.id }
  const named = {
    ...{ timeRemaining: 0, elapsedTime: elapsedSeconds(Math.max(0, run.elapsedMs)), page: questionId, objectID: 0 },
    ...{ questionNumber: 0, questionVersionId: questionId, questionVersionNumber: 0 },
    ...lastSave?.payload,
  }
  const isOwn = uuid.test(writerId)
  return {
    ...named,
    ...answer,
    ...{ formRunGuid: record.formRunGuid, bookmarked, workings, ClientTime: changedAt, requestId: newId() },
    ...(typed && { typed }),
    ...(isOwn && { writerId }),
    // Above all that this device has numbered: it was typed after that.
    sequence: Math.max(1, changed ? Math.max(sequence, run.lastSequence) + 1 : sequence),
  }
}

const saveOfRequest = ({ id, payload }: Pick<RequestRecord, 'id' | 'payload'>) => ({ ...payload, requestId: id })

/** All that this device has of the answers of a form run, as a file for staff; undefined if it has nothing. */
export const makeHandIn = async (
  { store, userGuid, orgId, learnerName, filesOf, nowIso, newId, sealer }: HandInParts,
  { formRunGuid, about }: { readonly formRunGuid: string; readonly about: string },
  records?: readonly AnswerRecord[],
): Promise<HandInFile | undefined> => {
  const run = await store.formRun(userGuid, formRunGuid)
  const given = (records ?? (await store.answersOf(userGuid, formRunGuid))).filter((one) => answerPlace(one) !== undefined)
  if (!run || given.length === 0) return undefined
  const refused = await refusedSaves(store, formRunGuid)
  const standing = given.map((record): Entry => {
    const save = saveOf(record, run, newId)
    const reason = refused.get(String(save.requestId))?.reason
    return { onServer: answerPlace(record) !== 'here', ...(reason !== undefined && { refused: reason }), save }
  })
  const known = new Set(standing.map(({ save }) => save.requestId))
  // What stands no more, and never arrived either: it belongs into the history.
  const queued = (await store.requestsOf(userGuid)).filter(
    (request) => request.type === 1 && request.formRunGuid === formRunGuid && !known.has(request.id),
  )
  const aside = [...refused.values()].flatMap(({ reason, request: { id, payload } }) =>
    id === undefined || payload === undefined || known.has(id)
      ? []
      : [{ onServer: false, refused: reason, save: saveOfRequest({ id, payload }) }],
  )
  const content = {
    ...{ format: handInFormat, formatVersion: handInVersion, about, madeAt: nowIso(), orgId },
    learner: { guid: userGuid, name: run.learnerName ?? learnerName },
    exam: { guid: run.examGuid, name: run.examName ?? '' },
    scheduleGuid: run.scheduleGuid,
    formRunGuid,
    ...(run.generation !== undefined && { generation: run.generation }),
    finished: run.finished || run.finishing === true,
    used: usedOf(run),
    answers: [...standing, ...queued.map((request) => ({ onServer: false, save: saveOfRequest(request) })), ...aside],
    files: filesOf(formRunGuid).map(({ fileGuid, fileName, fileSize }) => ({ fileGuid, fileName, fileSize })),
  } satisfies HandInFile as HandInFile
  const { handInSecret } = run
  if (handInSecret === undefined || !sealer) return content
  return { ...content, seal: await handInSeal(content, handInSecret, sealer) }
}
