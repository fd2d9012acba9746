import { createRequestStore, type RequestChange, requestKey } from '@sitwell/request-queue/request-store'
import type { RecordFormat } from '@sitwell/storage/record-format'
import { type Aside, listAside, putAside, putBackReadable, readAll, type SetAsideRecord } from '@sitwell/storage/set-aside'
import type { Change, KeyValueStore, StoreName } from './key-value-store.ts'
import {
  type ActivityRecord,
  type AnswerRecord,
  type BugReportRecord,
  type CourseOpeningRecord,
  type CourseSaveRecord,
  type FormRunRecord,
  formats,
  type RequestRecord,
  requestTypes,
} from './records.ts'

/** One change of the exam's records; those of one `save` are kept together or not at all. */
export type RecordChange =
  | { readonly answer: AnswerRecord }
  | { readonly formRun: FormRunRecord }
  | RequestChange<RequestRecord>
  | { readonly activity: ActivityRecord }
  | { readonly loggedActivity: ActivityRecord }
  | { readonly bugReport: BugReportRecord }
  | { readonly courseSave: CourseSaveRecord }
  | { readonly courseSaveGone: CourseSaveRecord }
  | { readonly courseOpening: CourseOpeningRecord }
  | { readonly courseOpeningGone: CourseOpeningRecord }
  | { readonly setAside: Aside<StoreName> }

/** What of activity logs is kept in this browser, by anybody: none of it has reached the server. */
export interface StoredActivities {
  readonly activities: readonly ActivityRecord[]
  /** Logs that are queued. */
  readonly requests: readonly RequestRecord[]
  readonly formRuns: readonly FormRunRecord[]
}

/** The records of exams in the browser. What can't be read any more is set aside on the way, never dropped. */
export interface ExamStore {
  /** Of this user alone: the next one at the same machine never sees them. */
  answersOf(userGuid: string, formRunGuid: string): Promise<AnswerRecord[]>
  formRun(userGuid: string, formRunGuid: string): Promise<FormRunRecord | undefined>
  formRunsOf(userGuid: string): Promise<FormRunRecord[]>
  /** In the order in which they are to be sent. */
  requestsOf(userGuid: string): Promise<RequestRecord[]>
  activitiesOf(formRunGuid: string): Promise<ActivityRecord[]>
  bugReportsOf(userGuid: string): Promise<BugReportRecord[]>
  courseSavesOf(userGuid: string): Promise<CourseSaveRecord[]>
  courseOpeningsOf(userGuid: string): Promise<CourseOpeningRecord[]>
  storedActivities(): Promise<StoredActivities>
  setAside(): Promise<SetAsideRecord[]>
  /** The ids of this user's requests that the server has refused for good. */
  refusedOf(userGuid: string): Promise<string[]>
  /** Removes what was set aside of a request that the server has acknowledged since. */
  dropAside(request: RequestRecord): Promise<void>
  /** Takes saves of answers and courses that were set aside for one of these reasons back, to be sent again. */
  takeBack(userGuid: string, reasons: readonly string[]): Promise<void>
  /**
   * Puts back what another version of the player set aside because it could not read it, and this one can; not where something
   * newer has its place by now.
   */
  putBackReadable(): Promise<void>
  /** Deletes what was logged before this time (ISO 8601), by anybody, and requests that carry nothing younger. */
  removeActivitiesBefore(time: string): Promise<void>
  save(changes: readonly RecordChange[]): Promise<void>
}

const answerKey = (record: AnswerRecord) => `${record.formRunGuid}/${record.questionId}`
const formRunKey = (record: FormRunRecord) => `${record.userGuid}/${record.formRunGuid}`
const bugReportKey = ({ query, message }: BugReportRecord) => `${query.userGuid}/${query.examGuid}/${message}`
const courseSaveKey = ({ userGuid, attemptId }: CourseSaveRecord) => `${userGuid}/${attemptId}`
const courseOpeningKey = ({ userGuid, id }: CourseOpeningRecord) => `${userGuid}/${id}`
const activityKey = (record: ActivityRecord) => `${record.formRunGuid}/${record.id}`

/** A log on its way whose youngest activity is older; what can't be told so is kept. */
const isLogBefore = ({ type, payload }: RequestRecord, time: string): boolean => {
  if (type !== requestTypes.saveActivityLog || !Array.isArray(payload.activities)) return false
  return payload.activities.every((it: { readonly id?: unknown } | null) => typeof it?.id === 'string' && it.id < time)
}

const inItsPlace = (change: Exclude<RecordChange, RequestChange<RequestRecord> | { readonly setAside: unknown }>): Change => {
  if ('answer' in change) return { put: 'answers', key: answerKey(change.answer), value: change.answer }
  if ('formRun' in change) return { put: 'formRuns', key: formRunKey(change.formRun), value: change.formRun }
  if ('activity' in change) return { put: 'activities', key: activityKey(change.activity), value: change.activity }
  if ('loggedActivity' in change) return { remove: 'activities', key: activityKey(change.loggedActivity) }
  if ('bugReport' in change) return { put: 'bugReports', key: bugReportKey(change.bugReport), value: change.bugReport }
  if ('courseSave' in change) return { put: 'courseSaves', key: courseSaveKey(change.courseSave), value: change.courseSave }
  if ('courseSaveGone' in change) return { remove: 'courseSaves', key: courseSaveKey(change.courseSaveGone) }
  if ('courseOpening' in change)
    return { put: 'courseOpenings', key: courseOpeningKey(change.courseOpening), value: change.courseOpening }
  return { remove: 'courseOpenings', key: courseOpeningKey(change.courseOpeningGone) }
}

/** The exam's records over a store. `nowMs` dates what is set aside. */
export const createExamStore = (store: KeyValueStore, nowMs: () => number): ExamStore => {
  const readRecords = async <T>(place: StoreName, format: RecordFormat<T>, prefix: string): Promise<T[]> =>
    (await readAll(store, place, format, prefix, nowMs)).map(({ record }) => record)

  const requests = createRequestStore(store, formats.requests, nowMs)

  const toChange = (change: RecordChange): Change => {
    if ('setAside' in change) return putAside(change.setAside, nowMs())
    return 'request' in change || 'sent' in change ? requests.toChange(change) : inItsPlace(change)
  }
  const isSave = ({ type }: RequestRecord) => type === requestTypes.saveAnswer || type === requestTypes.saveCourse

  return {
    async answersOf(userGuid, formRunGuid) {
      const answers = await readRecords('answers', formats.answers, `${formRunGuid}/`)
      return answers.filter((answer) => answer.userGuid === userGuid)
    },
    async formRun(userGuid, formRunGuid) {
      const runs = await readRecords('formRuns', formats.formRuns, `${userGuid}/${formRunGuid}`)
      return runs.find((run) => run.formRunGuid === formRunGuid)
    },
    formRunsOf: (userGuid) => readRecords('formRuns', formats.formRuns, `${userGuid}/`),
    requestsOf: requests.requestsOf,
    refusedOf: requests.refusedOf,
    dropAside: requests.dropAside,
    takeBack: (userGuid, reasons) => requests.takeBack(userGuid, reasons, isSave),
    activitiesOf: (formRunGuid) => readRecords('activities', formats.activities, `${formRunGuid}/`),
    bugReportsOf: (userGuid) => readRecords('bugReports', formats.bugReports, `${userGuid}/`),
    courseSavesOf: (userGuid) => readRecords('courseSaves', formats.courseSaves, `${userGuid}/`),
    courseOpeningsOf: (userGuid) => readRecords('courseOpenings', formats.courseOpenings, `${userGuid}/`),
    async storedActivities() {
      const [activities, requests, formRuns] = await Promise.all([
        readRecords('activities', formats.activities, ''),
        readRecords('requests', formats.requests, ''),
        readRecords('formRuns', formats.formRuns, ''),
      ])
      return { activities, requests: requests.filter(({ type }) => type === requestTypes.saveActivityLog), formRuns }
    },
    setAside: async () => (await listAside(store)).map(({ record }) => record),
    putBackReadable: () => putBackReadable(store, formats),
    async removeActivitiesBefore(time) {
      const activities = await readRecords('activities', formats.activities, '')
      const requests = await readRecords('requests', formats.requests, '')
      const old: Change[] = [
        ...activities.filter(({ id }) => id < time).map((it) => ({ remove: 'activities', key: activityKey(it) }) as const),
        ...requests.filter((it) => isLogBefore(it, time)).map((it) => ({ remove: 'requests', key: requestKey(it) }) as const),
      ]
      if (old.length > 0) await store.write(old)
    },
    save: (changes) => store.write(changes.map(toChange)),
  }
}
