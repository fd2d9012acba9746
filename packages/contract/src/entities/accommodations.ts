import * as z from 'zod/mini'
import { guid, text } from './fields.ts'

/** Sizes of texts that can be set for somebody, in percent of the usual one. */
export const presetTextSizes = [125, 150, 200] as const

/** Explanations of words that can be set for somebody: all that an exam may offer. */
export const presetSupports = [
  ...(['glossary', 'simplified', 'guidance', 'picture', 'description', 'translation'] as const),
  ...(['spoken', 'pronunciation', 'braille'] as const),
] as const
export type PresetSupport = (typeof presetSupports)[number]

/** What accommodations set for a person in an exam, beside time. `supports`: all that they name, of which the exam offers those that it may. */
export const shownPresets = z.object({
  textPercent: z.optional(z.number()),
  /** Name of a theme. */
  theme: z.optional(z.string()),
  supports: z.optional(z.array(z.enum(presetSupports))),
})
export type ShownPresets = z.infer<typeof shownPresets>

/**
 * What an accommodation sets beside time. A learner may change size and theme for themselves. `supports` are offered where neither the exam nor the delivery says
 * which are; with `opensSupports` also where it leaves them out.
 */
const presetFields = {
  textPercent: z.optional(z.union(presetTextSizes.map((size) => z.literal(size)))),
  theme: z.optional(text(100)),
  supports: z.optional(z.array(z.enum(presetSupports)).check(z.maxLength(presetSupports.length))),
  opensSupports: z.optional(z.boolean()),
}

/**
 * What staff enter of an accommodation, at least one of what it can give. Extra time is one of the two: `extraPercent` of the exam and of each of its timed
 * parts, or `extraMinutes` for the exam as a whole. `restBreakMinutes`: for so long the clock may stand still for rest breaks in an exam, in all of them
 * together. Days are `YYYY-MM-DD`; the last one is included. The server refuses both, an accommodation that gives nothing, what is no day, an end before the beginning and a blank
 * text as INVALID_REQUEST, and `details` names the field.
 */
export const accommodationFields = {
  extraPercent: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(300))),
  extraMinutes: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(600))),
  restBreakMinutes: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(600))),
  ...presetFields,
  from: text(10),
  /** Without an end, if it is missing. */
  until: z.optional(text(10)),
  /** A name: who approved it often has no account. */
  approvedBy: text(200),
  approvedOn: text(10),
  /** What it is based on. */
  basis: text(1000),
  note: z.optional(text(1000)),
}

/** A version of an accommodation. `reason`: why it took the place of the version before, or why it was withdrawn. */
export const accommodationVersion = z.object({
  version: z.number(),
  extraPercent: z.optional(z.number()),
  extraMinutes: z.optional(z.number()),
  restBreakMinutes: z.optional(z.number()),
  ...shownPresets.shape,
  /** `supports` hold also where the exam or the delivery leaves them out. */
  opensSupports: z.optional(z.boolean()),
  from: z.string(),
  until: z.optional(z.string()),
  approvedBy: z.string(),
  approvedOn: z.string(),
  basis: z.string(),
  note: z.optional(z.string()),
  isWithdrawn: z.boolean(),
  reason: z.optional(z.string()),
  /** The name of a person. */
  writtenBy: z.string(),
  /** ISO 8601. */
  writtenAt: z.string(),
})
export type AccommodationVersion = z.infer<typeof accommodationVersion>

/** What a person gets in every exam, as it is now, with all earlier versions, the newest first. */
export const accommodationState = z.extend(accommodationVersion, {
  accommodationID: guid,
  /** `later`: it begins on a later day; `over`: its last day has gone by. */
  state: z.enum(['in-force', 'later', 'over', 'withdrawn']),
  earlier: z.array(accommodationVersion),
})
export type AccommodationState = z.infer<typeof accommodationState>

/** What the accommodations of a person come to in an exam that they sit or will sit. */
export const accommodatedExam = z.object({
  scheduleGuid: guid,
  examName: z.string(),
  isUnderWay: z.boolean(),
  /** Minutes of the whole time with what is theirs; missing if the exam isn't timed. Up to whole minutes. */
  minutes: z.optional(z.number()),
  /** Minutes of those that are theirs alone. */
  ownMinutes: z.number(),
  /** Minutes for which the clock may stand still for rest breaks; missing if there are none. */
  restMinutes: z.optional(z.number()),
  /** Minutes by which the time reaches beyond the end of the schedule's window, if they start when it opens. 0 if it doesn't. */
  beyondWindow: z.number(),
})
export type AccommodatedExam = z.infer<typeof accommodatedExam>
