import * as z from 'zod/mini'
import { guid, text } from './fields.ts'

const count = z.number().check(z.int(), z.nonnegative())

/** Names a queue: one question, or one of its parts, of a delivery, or of an exam version that was sat without one. */
export const queueID = text(2000).check(z.regex(/^[\w-]+$/))

/** Names a response to whoever marks it. Nothing of the candidate can be read from it; it is the same each time. */
export const responseID = text(2000).check(z.regex(/^[\w-]+$/))

const decimals = 1_000_000_000

/** As many marks as the ledger has room for. */
export const mostMarks = 1_000_000

const isExact = (marks: number) => Math.round(marks * decimals) / decimals === marks

/** Marks as somebody gives them: nine decimals at most (OFFICE-403). */
export const givenMarks = z.number().check(z.nonnegative(), z.maximum(mostMarks), z.refine(isExact, 'more than nine decimals'))

/** A text as it is in a question or an answer. `isHtml`: as the server cleaned it. */
const shownText = z.object({ text: z.string(), isHtml: z.boolean() })
export type MarkedText = z.infer<typeof shownText>

/**
 * How a file is shown: `sound` and `film` with the player's controls, `pdf` in the browser's viewer, `picture` with zoom; everything else is a
 * download.
 */
export const markedFileKinds = ['picture', 'pdf', 'sound', 'film', 'other'] as const
export type MarkedFileKind = (typeof markedFileKinds)[number]

/** A file that was handed in, without its name. `officeMarkingFile` has its bytes, by the response and this number. */
const markedFile = z.object({
  file: count,
  kind: z.enum(markedFileKinds),
  /** The media type that its bytes show, and `application/octet-stream` otherwise. */
  mediaType: z.string(),
  /** Of what was handed in; a picture is sent without its metadata, and differs by that. */
  bytes: count,
  /** A scanner found something harmful, so that it isn't given out. */
  isHarmful: z.boolean(),
})
export type MarkedFile = z.infer<typeof markedFile>

const pieces = [
  /** As it was typed. */
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** As the editor wrote it, cleaned by the server. Show it in a frame without scripts. */
  z.object({ kind: z.literal('rich'), html: z.string() }),
  z.object({
    kind: z.literal('drawing'),
    /** The drawing without what it was drawn on: an SVG that stands alone, made of checked numbers and escaped text. */
    svg: z.string(),
    width: z.number(),
    height: z.number(),
    /** The address of the picture that was drawn on, as in the question's HTML. */
    picture: z.string(),
    /** What its candidate said of it. */
    said: z.string(),
  }),
  z.object({ kind: z.literal('files'), files: z.array(markedFile) }),
] as const

/** Something that was given, without more to it. */
const piece = z.discriminatedUnion('kind', pieces)
export type MarkedPiece = z.infer<typeof piece>

/**
 * What a candidate gave. `choice`: what was chosen or filled in, in words. `parts`: several places of one question that are marked together, such as the fields of
 * a form. `lost`: erased, or not to be read any more.
 */
export const markedResponse = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('blank') }),
  z.object({ kind: z.literal('lost') }),
  ...pieces,
  z.object({
    kind: z.literal('choice'),
    lines: z.array(z.object({ label: z.optional(shownText), value: shownText })),
  }),
  z.object({
    kind: z.literal('parts'),
    parts: z.array(z.object({ label: z.optional(shownText), response: piece })),
  }),
])
export type MarkedResponse = z.infer<typeof markedResponse>

/** A question as this candidate got it: with their values, in their order of options. All HTML is cleaned. */
export const markedQuestion = z.object({
  /** Where it stood in this candidate's exam. */
  number: z.number(),
  /** Texts of the sections around it, the outermost first: scenarios and what is above their questions. */
  scenario: z.array(z.string()),
  introduction: z.string(),
  text: z.string(),
  /** What it offered beside its text. */
  offers: z.array(
    z.union([
      z.object({ kind: z.literal('list'), label: z.optional(shownText), items: z.array(shownText) }),
      z.object({ kind: z.literal('table'), head: z.array(shownText), rows: z.array(z.array(shownText)) }),
    ]),
  ),
  /** The part that is marked, if the parts are marked one by one. HTML. */
  part: z.optional(z.string()),
  /** Addresses of its recordings, and of those of the sections around it, as in HTML. */
  recordings: z.array(z.object({ title: z.string(), url: z.string() })),
  /** A file that stands beside it. */
  resource: z.optional(z.string()),
  /** Addresses in its HTML are below `url`, which is below the API endpoint, and open with `token` in their query. */
  media: z.object({ url: z.string(), token: z.string() }),
})
export type MarkedQuestion = z.infer<typeof markedQuestion>

/**
 * How a response stands. `waiting`: nobody has marked it. `conflict`: two marked it without knowing of each other, and somebody decides. `changed`: its answer
 * changed after it was marked. `cannot`: a marker could not mark it, and said why.
 */
export const responseStates = ['waiting', 'conflict', 'changed', 'cannot', 'marked'] as const
export type ResponseState = (typeof responseStates)[number]

/** How many responses of a queue are in which state: the one definition of progress (OFFICE-410). `total` 0: there is nothing to do. */
export const queueCounts = z.object({
  waiting: count,
  conflict: count,
  changed: count,
  cannot: count,
  marked: count,
  total: count,
})
export type QueueCounts = z.infer<typeof queueCounts>

/** What of a queue is of no candidate. */
const queueFacts = {
  queueID,
  examName: z.string(),
  examVersion: z.number(),
  deliveryName: z.optional(z.string()),
  /** Where the question stands in the exam; missing if that differs from candidate to candidate. */
  number: z.optional(z.number()),
  /** The beginning of the question, as plain text. */
  text: z.string(),
  /** Which of the question's parts, counted from 1, and how it begins; missing if the question is marked as a whole. */
  part: z.optional(z.object({ number: z.number(), text: z.string() })),
  /** The most that can be given. */
  maxMarks: z.number(),
}

/** A queue in the list of somebody who marks it. */
export const markingQueue = z.object({
  ...queueFacts,
  counts: queueCounts,
  /** Marks that the caller gave in it since the day began. */
  mineToday: count,
  /** Responses in it that the caller holds now. */
  held: count,
})
export type MarkingQueue = z.infer<typeof markingQueue>

/** What is in the ledger of a response. */
export const ledgerKinds = [
  ...(['mark', 'return', 'take-back', 'cannot', 'adjudicate', 'moderate', 'regrade', 'neutralise'] as const),
  ...(['review-opened', 'review-closed'] as const),
] as const

/** Points for a criterion; a criterion may take marks away. */
const pointMarks = z.number().check(z.minimum(-mostMarks), z.maximum(mostMarks), z.refine(isExact, 'more than nine decimals'))
const points = z.array(z.object({ criterion: text(200), marks: pointMarks })).check(z.maxLength(200))

/** An entry of the ledger of a response, without who made it. */
export const shownEntry = z.object({
  entry: count,
  kind: z.enum(ledgerKinds),
  /** `you`, or somebody else: another marker has the same number each time in this response. */
  by: z.union([z.literal('you'), z.object({ marker: z.number() })]),
  /** ISO 8601. */
  at: z.string(),
  marks: z.optional(z.number()),
  points: z.optional(points),
  schemeVersion: z.optional(z.number()),
  /** The save that was seen; missing if nothing was answered. */
  sequence: z.optional(z.number()),
  /** The entry that it replaced; 0 if there was none. */
  basedOn: z.optional(count),
  comment: z.optional(z.string()),
  learnerComment: z.optional(z.string()),
  reason: z.optional(z.string()),
  isFlagged: z.optional(z.boolean()),
})
export type ShownEntry = z.infer<typeof shownEntry>

/** A criterion of a mark scheme, as a marker gets it. */
const criterion = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  maxMarks: z.number(),
  /** Below 0: the criterion may take as many away. */
  minMarks: z.optional(z.number()),
  levels: z.optional(z.array(z.object({ marks: z.number(), description: z.string() }))),
})

/** How a person marks a response. Without one, a marker gives one number. */
export const shownScheme = z.object({
  version: z.number(),
  criteria: z.array(criterion),
  floor: z.optional(z.number()),
  ceiling: z.optional(z.number()),
  /** HTML. */
  guidance: z.optional(z.string()),
})
export type ShownScheme = z.infer<typeof shownScheme>

/** What the server says of a claim: nobody else is given the response until then. ISO 8601. */
const claim = z.object({ since: z.string(), until: z.string() })
export type MarkingClaim = z.infer<typeof claim>

/** A response as its marker gets it. */
export const markingItem = z.object({
  responseID,
  /** A short name to talk about it, the same for everybody; of two responses it may be the same. */
  code: z.string(),
  queueID,
  /** Missing if the caller only looks at it. */
  claim: z.optional(claim),
  state: z.enum(responseStates),
  question: markedQuestion,
  maxMarks: z.number(),
  response: markedResponse,
  /** What was worked out beside the answer. */
  workings: z.optional(z.string()),
  /** The save that this is; missing if nothing was answered. A mark names it. */
  sequence: z.optional(z.number()),
  /** Names the files that this has; a mark gives it back. Missing if there are none. */
  files: z.optional(z.string()),
  /** The newest entry of its ledger; 0 if there is none. A mark is based on it. */
  newestEntry: count,
  /** What its ledger has, the oldest first. */
  entries: z.array(shownEntry),
  /** What the last mark saw, if the answer changed since. */
  earlier: z.optional(
    z.object({ sequence: z.optional(z.number()), response: markedResponse, workings: z.optional(z.string()) }),
  ),
  scheme: z.optional(shownScheme),
  /** HTML that the author wrote for whoever marks. */
  notes: z.optional(z.string()),
  /** Whether the key marks it, so that a mark of a person needs a reason and `marks.adjudicate`. */
  isAutomatic: z.boolean(),
  /** The marks that count now, for whoever may decide; missing while there are none. */
  marksNow: z.optional(z.number()),
  /** Whether the caller may decide: they hold `marks.adjudicate`, and gave no mark of it themselves. */
  mayDecide: z.boolean(),
})
export type MarkingItem = z.infer<typeof markingItem>

/** What somebody gives: one number, or points by the criteria of a version of the scheme. */
export const givenMark = {
  marks: z.optional(givenMarks),
  points: z.optional(points),
  schemeVersion: z.optional(z.number().check(z.int(), z.positive())),
  /** For staff. */
  comment: z.optional(text(20_000)),
  /** For the candidate, shown with the released result alone. */
  learnerComment: z.optional(text(20_000)),
}

/** How a response stands after somebody did something to it. */
export const markingOutcome = z.object({
  /** The entry that was written, or was by the same request before. */
  entry: count,
  /** `open`: the sitting continues again, and the mark is kept until it is completed. */
  state: z.enum([...responseStates, 'open']),
  /** If it is a conflict, the marks of which somebody decides. */
  conflict: z.optional(z.array(shownEntry)),
})
export type MarkingOutcome = z.infer<typeof markingOutcome>

/** A response in a list of those that somebody has to decide about, or that the caller has marked. */
export const markingLine = z.object({
  responseID,
  code: z.string(),
  ...queueFacts,
  state: z.enum(responseStates),
  /** ISO 8601: when it came into this state, or was marked by the caller. */
  at: z.string(),
  marks: z.optional(z.number()),
  reason: z.optional(z.string()),
  isFlagged: z.optional(z.boolean()),
})
export type MarkingLine = z.infer<typeof markingLine>

/** Somebody who may mark. */
const marker = z.object({ userID: z.number(), username: z.string(), firstName: z.string(), lastName: z.string() })

/** Who marks a question of a delivery or an exam. */
export const markingAllocation = z.object({
  ...queueFacts,
  counts: queueCounts,
  /** 0 if nobody has set anything. */
  version: count,
  /** Nobody: whoever holds `marks.give` there. */
  markers: z.array(
    z.extend(marker, {
      /** They may not mark there any more. */
      isUnable: z.boolean(),
    }),
  ),
})
export type MarkingAllocation = z.infer<typeof markingAllocation>

/** Who could be given a question. */
export const possibleMarker = marker
export type PossibleMarker = z.infer<typeof possibleMarker>

/** What is marked together: a delivery, or an exam version that was sat without one. */
export const markingPlace = z.object({
  examGuid: guid,
  examVersion: z.number(),
  examName: z.string(),
  deliveryID: z.optional(guid),
  deliveryName: z.optional(z.string()),
  counts: queueCounts,
})
export type MarkingPlace = z.infer<typeof markingPlace>

/** A delivery, or an exam version that was sat without one. */
export const sittingPlace = z.omit(markingPlace, { counts: true })
export type SittingPlace = z.infer<typeof sittingPlace>
