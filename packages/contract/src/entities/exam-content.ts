import * as z from 'zod/mini'
import { answer } from './answer.ts'
import { guid } from './fields.ts'

/** The question types and their codes on the wire, in the manner of STATICTEXT, QGRID and QUESTIONLTEXT (decisions). */
export const questionTypes = [
  'COMBO',
  'RADIO',
  'TRUEFALSE',
  'RADIOOTHER',
  'MULTICHOICE',
  'MATCH',
  'QTABLE',
  'BLANKS',
  'MULTITEXT',
  'QUESTIONLTEXT',
  'ASCX',
  'EVIDENCE',
  'VISITED',
  'STATICTEXT',
  'QGRID',
  'HOTTEXT',
] as const
export type QuestionTypeCode = (typeof questionTypes)[number]

/** Audio of a section (spec 2 §3). Seconds where it is a time. */
export const audioSettings = z.object({
  title: z._default(z.string(), ''),
  text: z._default(z.string(), ''),
  autoPlay: z._default(z.boolean(), false),
  autoDelay: z._default(z.number(), 1),
  autoRepeat: z._default(z.boolean(), true),
  canPause: z._default(z.boolean(), false),
  check: z._default(z.boolean(), false),
  url: z.string(),
})

/** A section or paper part (spec 2 §3). All times in seconds; 0 means not timed. */
export const section = z.object({
  id: guid,
  name: z.string(),
  resourceUrl: z.optional(z.string()),
  warningTime: z._default(z.number(), 0),
  sectionTime: z._default(z.number(), 0),
  readingTime: z._default(z.number(), 0),
  sectionTimeRemaining: z._default(z.number(), 0),
  readingTimeRemaining: z._default(z.number(), 0),
  /** Finished, or left for good (spec 3 §3): none of its questions is opened again. */
  complete: z._default(z.boolean(), false),
  text: z._default(z.string(), ''),
  marks: z.optional(z.number()),
  scenarioText: z._default(z.string(), ''),
  media: z.optional(audioSettings),
  oneWay: z._default(z.boolean(), false),
  requiresWorkings: z._default(z.boolean(), false),
  requiresCalculator: z._default(z.boolean(), false),
  displayAllQuestions: z._default(z.boolean(), false),
})
export type Section = z.infer<typeof section>

/** What every question has (spec 2 §3). What a type adds is in `questionType`'s own rules, and passes through here. */
export const question = z.looseObject({
  id: guid,
  /** A code of {@link questionTypes}, or one that this player doesn't know yet. */
  type: z.string(),
  /** Counts from 1 through the whole exam. */
  number: z.number(),
  paperPartId: guid,
  text: z._default(z.string(), ''),
  marks: z._default(z.number(), 0),
  introText: z._default(z.string(), ''),
  resourceUrl: z.optional(z.string()),
  workings: z._default(z.string(), ''),
  disabled: z._default(z.boolean(), false),
  bookmarked: z._default(z.boolean(), false),
  dragAndDrop: z._default(z.boolean(), false),
  versionId: guid,
  versionNumber: z.number(),
  requiresWorkings: z._default(z.boolean(), false),
  requiresCalculator: z._default(z.boolean(), false),
  /** What the server holds, where the learner has answered before. */
  serverAnswer: z.optional(answer),
  /** Ours: the sequence of the save that `serverAnswer` came with, so that a newer local answer wins and an older one doesn't. */
  serverSequence: z.optional(z.number()),
})
export type Question = z.infer<typeof question>

/** Which sections and questions are in a section, in order; `root` is the paper itself (spec 3 §3). */
export const mapping = z.object({ sectionId: z.string(), sectionIds: z.array(guid), questionIds: z.array(guid) })
export type Mapping = z.infer<typeof mapping>

/** Settings of an exam (spec 2 §3). `warningTime` and `examTime` are seconds; `examTime` 0 means not timed. */
export const examSettings = z.object({
  introText: z._default(z.string(), ''),
  outroText: z._default(z.string(), ''),
  proctoredOutroText: z._default(z.string(), ''),
  resultFeedbackMask: z._default(z.number(), -1),
  fullScreenExam: z._default(z.boolean(), false),
  requiresWorkings: z._default(z.boolean(), false),
  requiresCalculator: z._default(z.boolean(), false),
  oneWay: z._default(z.boolean(), false),
  media: z.optional(audioSettings),
  initialPage: z._default(z.number(), 1),
  uploadFileTypes: z._default(z.array(z.string()), []),
  canBypassReadingTime: z._default(z.boolean(), false),
  isExtendable: z._default(z.boolean(), false),
  /** Ours: an extension was asked for, on whatever device, and its answer is due: pending, or a refusal that has yet to be read. */
  awaitingExtension: z.optional(z.boolean()),
  initialFullScreen: z._default(z.boolean(), false),
  downloadablePractice: z._default(z.boolean(), false),
  /** Ours: whether questions may be printed, where the exam or its organisation says so (`mayPrint`). */
  printQuestions: z.optional(z.boolean()),
  /** Ours: whether text of the exam's PDFs may be selected. */
  allowPdfTextSelection: z._default(z.boolean(), true),
  /** Ours: whether the browser may translate the exam. */
  allowTranslation: z.optional(z.boolean()),
  examTime: z._default(z.number(), 0),
  warningTime: z._default(z.number(), 0),
  /** Seconds left of `examTime`, and used, as the server counts them. */
  examTimeRemaining: z._default(z.number(), 0),
  elapsedTime: z._default(z.number(), 0),
  /** Ours: seconds of the time that are this learner's alone, by their accommodations. */
  ownTime: z.optional(z.number()),
  /** Ours: seconds for which the clock may stand still for this learner's rest breaks, in all of them together. */
  restTime: z.optional(z.number()),
  /** Ours: what this learner's accommodations set beside time, as `shownPresets`: read only if there is some, since most exams have none. */
  presets: z.optional(z.unknown()),
})
export type ExamSettings = z.infer<typeof examSettings>

/** A file that belongs to the exam and is loaded before it starts. `url` is below the API endpoint. */
export const examResource = z.object({ url: z.string(), mediaType: z.string(), name: z.string() })

/** The code of a question that lies here only sealed: no type, and no question yet. */
export const sealedType = 'SEALED'

/**
 * Ours: a part of the paper that the learner isn't in yet, the first one before the start, sealed with AES-256-GCM. What stays open of it is what the way to it is
 * drawn from: names, ids, marks and times of its sections, and how many questions it has.
 */
export const sealedPart = z.object({
  partId: guid,
  /** `partContent` as JSON, sealed: 12 bytes of nonce, what is hidden, and 16 bytes of tag, in base64url. */
  sealed: z.string(),
  /** Whether it is asked hangs on answers: the server decides by those that it has when the key is asked for. */
  hangsOnAnswers: z.optional(z.boolean()),
  /** A recording is heard in it: the sound is checked before the exam starts. */
  hasRecording: z.optional(z.boolean()),
})
export type SealedPart = z.infer<typeof sealedPart>

/**
 * What a seal authenticates besides: whose part it is. It names the form run by its schedule, of which it is the only one, because
 * the content is read before the form run starts.
 */
export const sealLabel = (scheduleGuid: string, partId: string): string => `sitwell part ${scheduleGuid} ${partId}`

/** What is under the seal. Times and answers are never among it: those are as the exam's content has them. */
export const partContent = z.object({
  sections: z.array(section),
  questions: z.array(question),
  resources: z.array(examResource),
})
export type PartContent = z.infer<typeof partContent>

/** An exam as a learner may see it (spec 2 §3): no key, no marking rule. */
export const examContent = z.object({
  examGuid: guid,
  examName: z.string(),
  version: z.number(),
  objectID: z.number(),
  messageData: z._default(z.record(z.string(), z.string()), {}),
  settings: examSettings,
  sections: z.array(section),
  questions: z.array(question),
  mappings: z.array(mapping),
  currentQuestionId: z.optional(guid),
  /** Below the API endpoint, ends with a slash: what relative addresses in the content's HTML stand on. */
  resourceUrl: z.string(),
  /** Ours: goes as `token` with every file of the exam, because an image element sends no headers. */
  resourceToken: z.optional(z.string()),
  resources: z._default(z.array(examResource), []),
  /** Ours: which of the imports of this version it is, as a time in milliseconds; goes with the start. */
  importedAt: z.optional(z.number()),
  /** Ours: set once a form run exists, with the sequence after which whoever opens it now numbers their saves. */
  formRunGuid: z.optional(guid),
  lastSequence: z._default(z.number(), 0),
  /** Ours: how many saves the form run has taken. */
  saves: z.optional(z.number()),
  /** Ours: seals the file in which answers that can't be sent are handed to staff; of this learner's schedule alone. */
  handInSecret: z.optional(z.string()),
  /** Ours: parts that are still sealed, and for how many seconds before the entry of one its key may be asked for. */
  sealedParts: z.optional(z.array(sealedPart)),
  releaseAhead: z.optional(z.number()),
})
export type ExamContent = z.infer<typeof examContent>
/** As the server writes it, defaults left out. */
export type ExamContentInput = z.input<typeof examContent>
