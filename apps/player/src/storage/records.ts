import { type Answer, barred } from '@sitwell/contract'
import type { RecordFormat } from '@sitwell/storage/record-format'
import { setAsideFormat } from '@sitwell/storage/set-aside'
import * as z from 'zod/mini'

/** Types of queued requests (spec 3 §3). */
export const requestTypes = { saveAnswer: 1, saveTime: 2, finishExam: 3, saveActivityLog: 4, saveCourse: 5 } as const

const whole = z.number().check(z.int(), z.nonnegative())

/** A request on its way to the server, kept until the server has acknowledged it (spec 3 §3). */
const requestSchema = z.object({
  format: z.literal(1),
  /** The request id that goes with the call, the same for every attempt. */
  id: z.string(),
  /** Requests of one learner leave in this order. */
  order: whole,
  type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  payload: z.record(z.string(), z.unknown()),
  /** Whom the answer concerns: the question, or `time`, `finish`, `log`; of a course the SCO's attempt. With the form run it names who is called back. */
  callbackId: z.string(),
  userGuid: z.string(),
  formRunGuid: z.string(),
  /** In the failed queue: it could not be sent and waits for the connection (spec 3 §7). */
  failed: z.boolean(),
})
export type RequestRecord = z.infer<typeof requestSchema>

/** So long after a moment at which the server was heard, in milliseconds: see `sync/time/contact-clock.ts`. */
const typedSchema = z.object({ contactAt: z.number(), steadyMs: z.optional(z.number()), wallMs: z.number() })

/** An answer in its wire form, however long: what the server would refuse isn't broken, and is shown to who typed it. */
const storedAnswer: z.ZodMiniType<Answer> = z.object({
  answerText: z.string(),
  options: z._default(z.array(z.object({ optionID: z.string(), optionText: z.string() })), []),
  otherText: z.optional(z.string()),
})

/** What the browser knows of one question's answer. */
const answerSchema = z.object({
  format: z.literal(1),
  formRunGuid: z.string(),
  questionId: z.string(),
  userGuid: z.string(),
  answer: storedAnswer,
  bookmarked: z.boolean(),
  workings: z.string(),
  /** Whether it was changed after the save with `sequence`, so that a save of it is still to come. */
  changed: z.boolean(),
  /** Sequence of the latest save that was numbered, or that the server held when this was typed; 0 if none was. */
  sequence: whole,
  /** The highest sequence of this question that the server has acknowledged. */
  acknowledged: whole,
  /** The server has received it after the time was over: it is kept there, and doesn't count. Absent until it has received any save. */
  late: z.optional(z.boolean()),
  /** Why it doesn't count, if that isn't the end of the time. */
  barred: z.optional(barred),
  /** Of these late ones one that waits for the exam's staff, because it may have been given in time. */
  review: z.optional(z.boolean()),
  /** Of these late ones one that came, or was typed, while the exam was paused. */
  paused: z.optional(z.boolean()),
  /** When it was typed; absent if nothing is known of the server's time, and before anything was typed. */
  typed: z.optional(typedSchema),
  /** Who numbered the latest save: a tab. Empty if none was numbered here. */
  writerId: z.string(),
  /** ISO 8601, by the computer's clock. */
  changedAt: z.string(),
  /**
   * The server had it, or the form run did whose place this one takes, and has lost it: it goes again under its own number, and is
   * never numbered again, so that it stands over nothing newer.
   */
  forgotten: z.optional(z.boolean()),
  /** The latest save as it was or will be sent, so that it can be sent again where the server lacks it. */
  lastSave: z.optional(requestSchema),
})
export type AnswerRecord = z.infer<typeof answerSchema>

/** Where a learner is in a form run. */
const formRunSchema = z.object({
  format: z.literal(1),
  formRunGuid: z.string(),
  userGuid: z.string(),
  examGuid: z.string(),
  scheduleGuid: z.string(),
  /** Of the learner. With both names, for an administrator of the organisation who helps; a log-off removes the names. */
  orgId: z.number(),
  learnerName: z.optional(z.string()),
  examName: z.optional(z.string()),
  /** The highest sequence that this browser has used. */
  lastSequence: whole,
  /** Milliseconds left, of the exam under `exam` and of a timed part under its section's id. */
  timeLeftMs: z.record(z.string(), z.number()),
  elapsedMs: z.number(),
  /** What was given, by the same names, and what is left to read of each part, in milliseconds. */
  givenMs: z.record(z.string(), z.number()),
  readingLeftMs: z.record(z.string(), z.number()),
  /** Parts that the learner finished, and whose reading time they skipped. */
  completedParts: z.array(z.string()),
  skippedReading: z.array(z.string()),
  /** An invigilator paused it, and nobody has resumed it that this browser knows of. */
  paused: z.boolean(),
  /**
   * The offer to continue after it, or the grant of an extension of this many seconds: its number in the server's ledger, and for how long it lets
   * the time stand.
   */
  offer: z.optional(
    z.object({ number: z.number(), leftMs: z.number(), extension: z.optional(z.number()), rest: z.optional(z.boolean()) }),
  ),
  /** The number of the one that the learner took last, or that ran out. */
  takenOffer: z.optional(z.number()),
  /** Since when it has stood still for want of a part's key, in milliseconds by the computer's clock. */
  waitingSinceMs: z.optional(z.number()),
  /** An extension was asked for, and the answer wasn't taken yet. */
  awaitingExtension: z.boolean(),
  /** It was extended, which happens once. */
  extended: z.boolean(),
  currentQuestionId: z.optional(z.string()),
  /** The learner has finished; the completion may still be on its way. */
  finished: z.boolean(),
  /** The finish was confirmed, or the time is over, and the completion isn't queued yet. */
  finishing: z.boolean(),
  /** Where the recordings of sections stand. */
  audio: z.record(z.string(), z.object({ elapsedSeconds: z.number(), finished: z.boolean() })),
  /** The documents as they are read. */
  documents: z.object({
    open: z.optional(z.string()),
    share: z.optional(z.number()),
    height: z.optional(z.number()),
    places: z.record(
      z.string(),
      z.object({
        page: z.number(),
        zoom: z.union([z.literal('fit'), z.number()]),
        top: z.optional(z.number()),
      }),
    ),
  }),
  /** Questions that showed on this device; absent if that isn't known of all of them. */
  seen: z.optional(z.array(z.string())),
  /** When the window last lost and got the focus, ISO 8601. */
  leaveExam: z.optional(z.string()),
  resumeExam: z.optional(z.string()),
  /** ISO 8601, by the server's clock as far as the page knew it. */
  savedAt: z.string(),
  /** The same moment by the computer's own clock, in milliseconds since 1970. */
  savedWallMs: z.number(),
  /** The completion as it was sent, for a server that forgets it. */
  completion: z.optional(z.record(z.string(), z.unknown())),
  /** Seals the file in which answers that can't be sent are handed to staff. */
  handInSecret: z.optional(z.string()),
  /** The form run that continues with what is kept here of this one, which the server has lost. */
  takenBy: z.optional(z.string()),
  /** The generation of the database that has acknowledged what is held here, and how many saves it had counted. */
  generation: z.optional(z.string()),
  saves: z.optional(whole),
  /** The server's seal under that count. */
  savesSeal: z.optional(z.string()),
  /** When the server was heard last, by its clock, and how the computer's stood then; absent if it was not heard yet. */
  contact: z.optional(z.object({ contactAt: z.number(), wallMs: z.number() })),
})
export type FormRunRecord = z.infer<typeof formRunSchema>

/** One entry of the activity log (spec 3 §7). */
const activitySchema = z.object({
  format: z.literal(1),
  /** ISO 8601, unique within a form run. */
  id: z.string(),
  type: z.number(),
  value: z.unknown(),
  userGuid: z.string(),
  formRunGuid: z.string(),
})
export type ActivityRecord = z.infer<typeof activitySchema>

/** One attempt of a call, in the local request log (spec 3 §3). */
const loggedAttemptSchema = z.object({
  format: z.literal(1),
  /** Unique within the log; sorts by time. */
  id: z.string(),
  /** What was sent: the key of a logged request, which several attempts may share. */
  request: z.string(),
  /** The HTTP status; 0 if no answer came. */
  status: z.number(),
  /** The answer's text, cut where it is long. */
  response: z.string(),
  responseHeaders: z.record(z.string(), z.string()),
  /** ISO 8601. */
  timeStamp: z.string(),
})
export type LoggedAttempt = z.infer<typeof loggedAttemptSchema>

/** What the attempts of one request have in common (spec 3 §3, mapping). */
const loggedRequestSchema = z.object({
  format: z.literal(1),
  /** The request id, where the call carried one. */
  key: z.string(),
  /** The method of the call. */
  type: z.string(),
  payload: z.unknown(),
  /** The path of the call. */
  endpoint: z.string(),
  userGuid: z.string(),
  /** Empty if the call named none. */
  examGuid: z.string(),
  /** How many attempts of the log stand on it; it goes with the last. */
  referenceCount: whole,
})
export type LoggedRequest = z.infer<typeof loggedRequestSchema>

/** A report that the player makes by itself, on its way to support (spec 3 §3). */
const bugReportSchema = z.object({
  format: z.literal(1),
  message: z.string(),
  query: z.object({ userGuid: z.string(), examGuid: z.string() }),
  reason: z.string(),
  /** ISO 8601. */
  scheduledAt: z.string(),
  /** Kept after it was sent: there is one for each user and exam. */
  sent: z.boolean(),
})
export type BugReportRecord = z.infer<typeof bugReportSchema>

/** An exam that is being sat, as the server sent it: what an entry without a network stands on. */
const storedExamSchema = z.object({
  format: z.literal(1),
  userGuid: z.string(),
  examGuid: z.string(),
  formRunGuid: z.string(),
  /** In the forms of their calls, which read them again. */
  schedule: z.unknown(),
  content: z.unknown(),
  /** The HTML of each legacy control, by its question's id. */
  controls: z.record(z.string(), z.string()),
  /** The addresses of its files that are kept beside it. */
  files: z.array(z.string()),
  /** ISO 8601. */
  keptAt: z.string(),
})
export type StoredExam = z.infer<typeof storedExamSchema>

/** A file that the learner chose, on its way to the server, or one that is to be deleted there. Its bytes stand beside it. */
const uploadSchema = z.object({
  format: z.literal(1),
  kind: z.enum(['upload', 'delete']),
  /** The guid of the file on the server; of one that is to come also the request id, the same for every attempt. */
  fileGuid: z.string(),
  /** Those of one learner leave in this order. */
  order: whole,
  userGuid: z.string(),
  formRunGuid: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  fileSize: whole,
  /** The guid of the file whose place it takes. */
  replaces: z.optional(z.string()),
  /** Waits for the learner's word; finishing the exam gives it. */
  held: z.boolean(),
  /** ISO 8601. */
  chosenAt: z.string(),
  /** Id of the question at which it was chosen; absent of a deletion. */
  question: z.optional(z.string()),
  /** When it was chosen, or given up; absent if nothing is known of the server's time. */
  typed: z.optional(typedSchema),
  /** The hash of its bytes, once it was reckoned: hexadecimal. */
  sha256: z.optional(z.string()),
  /** The server has it; its bytes stay until the form run is completed, or their room is wanted. */
  acknowledged: z.optional(z.boolean()),
  /** The server had it and has it no more, and its bytes are gone. */
  lost: z.optional(z.boolean()),
})
export type UploadRecord = z.infer<typeof uploadSchema>

/** The last save of a SCO that the server has acknowledged, for a database that is set back. */
const courseSaveSchema = z.object({
  format: z.literal(1),
  userGuid: z.string(),
  /** Of the SCO. */
  attemptId: z.number(),
  save: requestSchema,
  /** Of the database that acknowledged it. */
  generation: z.optional(z.string()),
})
export type CourseSaveRecord = z.infer<typeof courseSaveSchema>

/** An opening of a SCO that has not come to its end. */
const courseOpeningSchema = z.object({
  format: z.literal(1),
  userGuid: z.string(),
  /** Who numbers its saves: the opening. */
  id: z.string(),
  /** With which the courses' origin seals what the SCO sets as its page goes: hexadecimal. */
  key: z.string(),
  courseGuid: z.string(),
  /** Of the SCO. */
  attemptId: z.number(),
  /** Its saves are numbered on from here. */
  number: z.number(),
  /** Shows the server that the SCO was opened. */
  shown: z.optional(z.string()),
  about: z.object({ orgId: z.number(), learnerName: z.string(), courseName: z.string() }),
  /** It was opened without the server. */
  isOpenedHere: z.optional(z.boolean()),
})
export type CourseOpeningRecord = z.infer<typeof courseOpeningSchema>

/** The course of SCORM that continues in this browser without the server. */
const storedCourseSchema = z.object({
  format: z.literal(1),
  userGuid: z.string(),
  courseGuid: z.string(),
  /** Under which id its files are kept on the courses' origin, and the key that they are sealed with: hexadecimal. */
  place: z.object({ id: z.string(), key: z.string() }),
  /** All of them are there. */
  areFilesKept: z.boolean(),
  /** As the server said it, in the form of its call, which reads it again. */
  course: z.unknown(),
  /** Milliseconds from the computer's clock to the server's, as they stood then. */
  clockOffsetMs: z.number(),
})
export type StoredCourseRecord = z.infer<typeof storedCourseSchema>

const first = <T>(schema: z.ZodMiniType<T>): RecordFormat<T> => ({ format: 1, schema, upgrades: {} })

/** Today's format of each kind of record, by its place. A change of a schema raises its format, and adds an upgrade and a frozen sample. */
export const formats = {
  requests: first<RequestRecord>(requestSchema),
  answers: first<AnswerRecord>(answerSchema),
  formRuns: first<FormRunRecord>(formRunSchema),
  activities: first<ActivityRecord>(activitySchema),
  setAside: setAsideFormat,
  requestLog: first<LoggedAttempt>(loggedAttemptSchema),
  loggedRequests: first<LoggedRequest>(loggedRequestSchema),
  bugReports: first<BugReportRecord>(bugReportSchema),
  exams: first<StoredExam>(storedExamSchema),
  uploads: first<UploadRecord>(uploadSchema),
  courseSaves: first<CourseSaveRecord>(courseSaveSchema),
  courseOpenings: first<CourseOpeningRecord>(courseOpeningSchema),
  keptCourses: first<StoredCourseRecord>(storedCourseSchema),
} as const
