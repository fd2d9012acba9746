import { type RecordFormat, readRecord } from '@sitwell/storage/record-format'
import type { Leaver } from '../context/leavers.ts'
import type { Change, KeyValueStore, StoreName } from '../storage/key-value-store.ts'
import { type AnswerRecord, type FormRunRecord, formats, type RequestRecord, requestTypes } from '../storage/records.ts'
import { answerPlace } from './answers/answer-place.ts'
import { isRefusedAsLate } from './queue/delivery.ts'

type Places = Pick<KeyValueStore, 'list' | 'keys'>

interface Stored<T> {
  readonly key: string
  readonly record: T
}

/** Of this user; what can't be read stays where it is. */
const storedOf = async <T extends { readonly userGuid: string }>(
  places: Places,
  place: StoreName,
  format: RecordFormat<T>,
  userGuid: string,
): Promise<readonly Stored<T>[]> =>
  (await places.list(place, '')).flatMap(({ key, value }) => {
    const read = readRecord(format, value)
    return read.ok && read.record.userGuid === userGuid ? [{ key, record: read.record }] : []
  })

/** Requests of this user that were set aside, with the key of what was set aside. */
const asideOf = async (places: Places, userGuid: string) =>
  (await places.list('setAside', '')).flatMap(({ key, value }) => {
    const aside = readRecord(formats.setAside, value)
    if (!aside.ok || aside.record.from !== 'requests') return []
    const request = readRecord(formats.requests, aside.record.value)
    if (!request.ok || request.record.userGuid !== userGuid) return []
    return [{ key, record: request.record, isOnServer: isRefusedAsLate(request.record, aside.record.reason) }]
  })

const removals = (place: StoreName, gone: readonly { readonly key: string }[]): Change[] =>
  gone.map(({ key }) => ({ remove: place, key }))

/** The state of a running exam, without anything that names it or its learner: the next opening here adds that again. */
const withoutNames = ({
  learnerName: _learner,
  examName: _exam,
  handInSecret: _secret,
  completion: _completion,
  ...state
}: FormRunRecord): FormRunRecord => state

const isOnServer = (record: AnswerRecord) => answerPlace(record) !== 'here' && !record.forgotten

/** What was logged of calls stays without its words, except for requests that still have to reach the server. */
const loggedWords = async (places: Places, userGuid: string, unsent: ReadonlySet<string>): Promise<Change[]> => {
  const logged = await storedOf(places, 'loggedRequests', formats.loggedRequests, userGuid)
  const done = logged.filter(({ record }) => !unsent.has(record.key))
  const keys = new Set(done.map(({ record }) => record.key))
  const attempts = (await places.list('requestLog', '')).flatMap(({ key, value }): Change[] => {
    const read = readRecord(formats.requestLog, value)
    if (!read.ok || !keys.has(read.record.request) || read.record.response === '') return []
    return [{ put: 'requestLog', key, value: { ...read.record, response: '' } }]
  })
  const hasWords = ({ record: { payload } }: (typeof done)[number]) =>
    typeof payload !== 'object' || payload === null || Object.keys(payload).length > 0
  const requests = done
    .filter(hasWords)
    .map(({ key, record }): Change => ({ put: 'loggedRequests', key, value: { ...record, payload: {} } }))
  return [...requests, ...attempts]
}

/**
 * The changes that remove from the browser's store everything of a user that the server has, by what this browser knows: the paper,
 * acknowledged answers and files, and the words of logged calls. What was never sent, was refused, or may have been lost by the server stays:
 * after a refused session that is every answer and file.
 */
export const sentRecords = async (
  places: Places,
  { userGuid, generation, doubted = [], isRefused = false }: Leaver,
): Promise<Change[]> => {
  const of = <T extends { readonly userGuid: string }>(place: StoreName, format: RecordFormat<T>) =>
    storedOf(places, place, format, userGuid)
  const [answers, runs, requests, uploads, courseSaves, openings, courses, aside] = await Promise.all([
    of('answers', formats.answers),
    of('formRuns', formats.formRuns),
    of('requests', formats.requests),
    of('uploads', formats.uploads),
    of('courseSaves', formats.courseSaves),
    of('courseOpenings', formats.courseOpenings),
    of('keptCourses', formats.keptCourses),
    asideOf(places, userGuid),
  ])
  const isOther = (heard: string | undefined) => generation !== undefined && heard !== undefined && heard !== generation
  const uncertain = new Set([
    ...doubted,
    ...(isRefused ? [...answers, ...uploads, ...runs].map(({ record }) => record.formRunGuid) : []),
    ...runs.filter(({ record }) => isOther(record.generation)).map(({ record }) => record.formRunGuid),
  ])

  const goneAnswers = answers.filter(({ record }) => isOnServer(record) && !uncertain.has(record.formRunGuid))
  const goneUploads = uploads.filter(({ record }) => record.acknowledged && !record.lost && !uncertain.has(record.formRunGuid))
  const goneAside = aside.filter((one) => one.isOnServer && !isRefused)

  const isSaveOrFinish = ({ type }: RequestRecord) => type === requestTypes.saveAnswer || type === requestTypes.finishExam
  const left = <T extends { readonly formRunGuid: string }>(all: readonly Stored<T>[], gone: readonly Stored<T>[]) =>
    all.filter((one) => !gone.includes(one)).map(({ record }) => record.formRunGuid)
  const unfinished = new Set([
    ...uncertain,
    ...left(answers, goneAnswers),
    ...left(uploads, goneUploads),
    ...left(aside, goneAside),
    ...requests.filter(({ record }) => isSaveOrFinish(record)).map(({ record }) => record.formRunGuid),
  ])
  const settled = runs.filter(({ record }) => !unfinished.has(record.formRunGuid))
  const isOver = ({ record: { finished, takenBy } }: Stored<FormRunRecord>) => finished || takenBy !== undefined

  const open = new Set(openings.map(({ record }) => record.attemptId))
  const openCourses = new Set(openings.map(({ record }) => record.courseGuid))
  const unsent = new Set([...requests, ...aside.filter((one) => !one.isOnServer)].map(({ record }) => record.id))
  const ofUser = async (place: StoreName) => (await places.keys(place, `${userGuid}/`)).map((key) => ({ key }))

  return [
    ...removals('exams', await ofUser('exams')),
    ...removals('examFiles', await ofUser('examFiles')),
    ...removals('answers', goneAnswers),
    ...removals('uploads', goneUploads),
    ...removals(
      'uploadFiles',
      goneUploads.map(({ record }) => ({ key: `${userGuid}/${record.fileGuid}` })),
    ),
    ...removals('setAside', goneAside),
    ...removals('formRuns', settled.filter(isOver)),
    ...settled
      .filter((one) => !isOver(one))
      .map(({ key, record }): Change => ({ put: 'formRuns', key, value: withoutNames(record) })),
    ...removals(
      'courseSaves',
      courseSaves.filter(({ record }) => !isRefused && !open.has(record.attemptId) && !isOther(record.generation)),
    ),
    ...removals(
      'keptCourses',
      courses.filter(({ record }) => !openCourses.has(record.courseGuid)),
    ),
    ...(await loggedWords(places, userGuid, unsent)),
  ]
}
