import type { StoredActivities } from '../storage/exam-store.ts'
import type { ActivityRecord, RequestRecord } from '../storage/records.ts'
import { activityTypes } from '../sync/activity/activity-types.ts'

/** One thing that a learner did, as it was logged. */
export interface LogEntry {
  /** ISO 8601, unique within the log. */
  readonly id: string
  readonly type: number
  readonly value: unknown
}

/** The log of one form run in this browser, none of it sent: an entry leaves the browser when the server has acknowledged it. */
export interface StoredLog {
  /** The form run's guid. */
  readonly id: string
  readonly userGuid: string
  readonly learnerName: string
  readonly examName: string
  /** The oldest first. */
  readonly entries: readonly LogEntry[]
  /** What the entries are in: those that no request holds yet, and those that are queued. */
  readonly activities: readonly ActivityRecord[]
  readonly requests: readonly RequestRecord[]
}

const isEntry = (it: unknown): it is LogEntry =>
  typeof it === 'object' &&
  it !== null &&
  'id' in it &&
  typeof it.id === 'string' &&
  'type' in it &&
  typeof it.type === 'number'

const entriesOf = ({ payload }: RequestRecord): LogEntry[] =>
  Array.isArray(payload.activities)
    ? payload.activities.filter(isEntry).map(({ id, type, value }) => ({ id, type, value }))
    : []

/**
 * The logs of one organisation's learners that this browser keeps, the latest first. What doesn't tell its organisation is left
 * out: it might be another's.
 */
export const logsOf = ({ activities, requests, formRuns }: StoredActivities, orgId: number): StoredLog[] =>
  formRuns
    .filter((run) => run.orgId === orgId)
    .flatMap(({ formRunGuid, userGuid, learnerName, examName }) => {
      const loose = activities.filter((it) => it.formRunGuid === formRunGuid && it.userGuid === userGuid)
      const queued = requests.filter((it) => it.formRunGuid === formRunGuid && it.userGuid === userGuid)
      const byId = new Map([...queued.flatMap(entriesOf), ...loose].map(({ id, type, value }) => [id, { id, type, value }]))
      const entries = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
      if (entries.length === 0) return []
      return {
        id: formRunGuid,
        userGuid,
        learnerName: learnerName ?? userGuid,
        examName: examName ?? '',
        entries,
        activities: loose,
        requests: queued,
      }
    })
    .sort((a, b) => (lastOf(a) < lastOf(b) ? 1 : -1))

/** When the log's last entry was made, ISO 8601. */
export const lastOf = ({ entries }: Pick<StoredLog, 'entries'>): string => entries.at(-1)?.id ?? ''

/** A logged value as text. */
export const valueText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const known: ReadonlySet<number> = new Set(Object.values(activityTypes))

/** Whether the catalogue names this type of activity. */
export const isTypeKnown = (type: number): type is (typeof activityTypes)[keyof typeof activityTypes] => known.has(type)
