import * as z from 'zod/mini'
import { roles } from '../roles.ts'

/** What may need somebody: of their own account, of people, of the library, of exams. */
export const todayKinds = [
  /** Their second step is not set up though the organisation asks for one. */
  'own-second-step',
  /** `count` recovery codes are left. */
  'own-recovery-codes',
  /** A role of their own ends. */
  'own-role-ends',
  /** Their uploads that wait to be accepted. */
  'uploads-wait',
  /** Their uploads that could not be read. */
  'uploads-refused',
  /** Imports of people that can be undone until the deadline. */
  'imports-undoable',
  /** Imports of people that a stop of the server cut short. */
  'imports-broken',
  /** People whose exam begins, and who have never signed in. */
  'people-never-signed-in',
  /** Links that set a first password and end soon. */
  'invitations-end',
  /** Roles of others that end. */
  'roles-end',
  /** Staff who have no second step though the organisation asks for one. */
  'staff-without-second-step',
  /** Learners who ask for more time in sittings under way. */
  'extension-requests',
  /** Sittings whose time runs. */
  'sittings-open',
  /** Responses whose marks somebody has to decide about: two stand beside each other, or nobody could mark it. */
  'responses-to-decide',
  /** Responses, or sittings with some, that need a mark and are in no queue that somebody may mark. */
  'responses-out-of-queues',
  /** Deliveries whose newest result set waits for a signature. */
  'results-to-confirm',
  /** Deliveries whose newest result set is confirmed, and has no moment of its release yet. */
  'results-to-release',
  /** An exam opens for people at the deadline. */
  'exam-opens',
  /** The time in which people may sit an exam is over at the deadline. */
  'exam-ends',
  /** The organisation has nobody without a role yet. */
  'no-people',
  /** The library has no exam yet. */
  'no-exams',
] as const
export type TodayKind = (typeof todayKinds)[number]

export const todayEntry = z.object({
  is: z.enum(todayKinds),
  /** ISO 8601: when it is too late, or when it happens; the first one of several. Missing if nothing is lost by waiting. */
  deadline: z.optional(z.string()),
  /** The deadline is before the end of the day where the person is. */
  isToday: z.optional(z.literal(true)),
  /** How many there are. */
  count: z.number(),
  /** There are more than were counted. */
  isAtLeast: z.optional(z.literal(true)),
  /** Of the file, exam or person; of the first one of several. */
  name: z.optional(z.string()),
  /** The person, if it is about a single one. */
  userID: z.optional(z.number()),
  role: z.optional(z.enum(roles)),
  examGuid: z.optional(z.string()),
  /** Some of the people are in deliveries; `deliveryID`: all of them are in this one. */
  isDelivered: z.optional(z.literal(true)),
  deliveryID: z.optional(z.string()),
})
export type TodayEntry = z.infer<typeof todayEntry>

/** How a fact about the server stands. `unknown`: it can't be known now; `at` is when it last was. */
export const factStates = ['good', 'attention', 'bad', 'unknown'] as const
export type FactState = (typeof factStates)[number]

/** What is found of the server, by the fact that it is about. */
export const findingsOf = {
  backup: ['backup-made', 'backup-none', 'backup-archived', 'backup-archive-fails', 'backup-unknown'],
  disk: ['disk-free', 'disk-unknown'],
  database: ['database-answers', 'database-at-risk', 'database-unknown'],
  version: ['version-runs', 'version-database-newer', 'version-database-older', 'version-unknown'],
  mail: ['mail-none', 'mail-untried', 'mail-sent', 'mail-failed', 'mail-waits', 'mail-given-up'],
  certificate: ['certificate-until', 'certificate-last-known', 'certificate-unreachable', 'certificate-elsewhere'],
  jobs: ['jobs-work', 'jobs-fail', 'jobs-unknown'],
} as const
export type FactName = keyof typeof findingsOf

/** The facts in the order of their screen. */
export const factNames = [
  ...(['backup', 'disk', 'database', 'version', 'mail', 'certificate', 'jobs'] as const),
] as const satisfies readonly FactName[]

export type FactFinding = { [Name in FactName]: (typeof findingsOf)[Name][number] }[FactName]

const findings = [
  ...findingsOf.backup,
  ...findingsOf.disk,
  ...findingsOf.database,
  ...findingsOf.version,
  ...findingsOf.mail,
  ...findingsOf.certificate,
  ...findingsOf.jobs,
] as const

/** Where a fact comes from. */
export const factSources = [
  ...([
    'backup-folder',
    'backup-record',
    'archiver',
    'data-folder',
    'database',
    'process',
    'public-address',
    'settings',
  ] as const),
] as const
export type FactSource = (typeof factSources)[number]

export const operationFact = z.object({
  is: z.enum(factNames),
  state: z.enum(factStates),
  found: z.enum(findings),
  from: z.enum(factSources),
  /** ISO 8601: when it was so. Missing if it has never been known. */
  at: z.optional(z.string()),
  /** Of the backup, of what is free, or of the database. */
  bytes: z.optional(z.number()),
  /** Of the whole disk. */
  ofBytes: z.optional(z.number()),
  /** Milliseconds that the database took to answer. */
  tookMs: z.optional(z.number()),
  /** How many jobs, or mails. */
  count: z.optional(z.number()),
  /** Of a version, a migration, a database, or of jobs. */
  names: z.optional(z.array(z.string())),
  /** ISO 8601: the end of the certificate. */
  until: z.optional(z.string()),
  /** ISO 8601: when the database was last checked page by page. */
  checkedAt: z.optional(z.string()),
})
export type OperationFact = z.infer<typeof operationFact>
