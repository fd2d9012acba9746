import * as z from 'zod/mini'

/**
 * Every way in which the server says no, with the HTTP status that goes with it. 401 is kept for a token that is missing,
 * wrong or expired, because the player refreshes on it (spec 1 §4); 499 for a double login (spec 1 §8).
 */
export const statusOf = {
  INVALID_REQUEST: 400,
  WRONG_CREDENTIALS: 400,
  /** The program that asks is none of those that may sign people in. */
  WRONG_CLIENT: 400,
  ACCOUNT_SUSPENDED: 400,
  INVALID_REFRESH_TOKEN: 400,
  INVALID_LOGIN_TOKEN: 400,
  NO_AUTHORISATION: 401,
  NOT_ALLOWED: 403,
  MFA_REQUIRED: 403,
  CANNOT_START: 403,
  PASSWORD_REQUIRED: 403,
  RUBRIC_REQUIRED: 403,
  /** The schedule asks for a proctored session, and the server knows of none that continues. */
  PROCTORING_REQUIRED: 403,
  /** The exam is held to Safe Exam Browser, and who asks doesn't show one of its keys. */
  SAFE_EXAM_BROWSER_REQUIRED: 403,
  /** What the integrity monitor has to be told of the learner isn't known; `details` says what. */
  PROCTORING_DATA_MISSING: 409,
  /** The days are over in which the organisation shows results. */
  RESULTS_OVER: 403,
  /** The SCO waits for another one, or was failed. */
  SCO_NOT_OPEN: 403,
  NOT_FOUND: 404,
  /** The browser has another session of the office than the page, or none that the page names. */
  OTHER_SESSION: 409,
  /** An organisation that has an owner keeps one, and so does the installation. */
  LAST_OWNER: 409,
  /** Somebody changed it since the version that the change is based on; `current` is how it is now. */
  CHANGED_MEANWHILE: 409,
  /** Somebody of the organisation signs in by this name. */
  USERNAME_TAKEN: 409,
  /** Another group, centre, room or organisation has this name, or this address. */
  NAME_TAKEN: 409,
  /** Something names it, so that it can't be removed. */
  IN_USE: 409,
  /** It is closed: nothing new is added to it. */
  CLOSED: 409,
  /** The server hasn't read the upload yet, or refused it. */
  UPLOAD_NOT_READY: 409,
  /** Marks would be lost, or how the exam is made up, and nobody accepted that. */
  LOSSES_NOT_ACCEPTED: 409,
  /** This version of the exam is being sat or was: a changed exam needs a higher one. */
  VERSION_IN_USE: 409,
  FORM_RUN_COMPLETED: 409,
  EXAM_PAUSED: 409,
  /** The part isn't given out yet: the server returns nothing of it, and accepts nothing for it. */
  PART_SEALED: 409,
  CANNOT_CHANGE_TIME: 409,
  MISSING_REQUESTS: 409,
  /** A completion because time ran out, and there is some left: more was given meanwhile. */
  TIME_LEFT: 409,
  TOO_MANY_FILES: 409,
  /** The part of the paper that it belongs to was closed before; of a part itself: it was left for good, or the exam is over. */
  PART_CLOSED: 409,
  /** The part of the paper that it belongs to is to be read only, for now. */
  READING_TIME: 409,
  /** The time was over before. */
  TIME_OVER: 409,
  /** The SCO is over, and was closed: it is looked at again, and nothing in it changes. */
  SCO_OVER: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INVALID_ANSWER: 422,
  INVALID_FILE: 422,
  /** An element of a course that the standard doesn't know, or that is larger than it may be; `details` says which. */
  INVALID_COURSE_DATA: 422,
  /** The bytes that came are not those of the file that was announced. */
  WRONG_HASH: 422,
  TOO_MANY_REQUESTS: 429,
  DOUBLE_LOGIN: 499,
  SERVER_ERROR: 500,
  CANNOT_SAVE: 503,
  BUSY: 503,
  /** The proctoring provider isn't configured, can't be reached, or answers something else than it should. */
  PROCTORING_UNAVAILABLE: 503,
} as const satisfies Record<string, number>

export type Refusal = keyof typeof statusOf

/** What any call may answer, so that no call lists it. */
export const refusalsOfAnyCall = [
  'INVALID_REQUEST',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'SERVER_ERROR',
  'CANNOT_SAVE',
  'BUSY',
] as const satisfies readonly Refusal[]

/** What a call answers to whom an exam isn't open, up to what it asks for besides: proctoring, or a browser. */
export const refusalsOfAdmission = [
  'NOT_FOUND',
  'RUBRIC_REQUIRED',
  'CANNOT_START',
  'PASSWORD_REQUIRED',
  'FORM_RUN_COMPLETED',
] as const satisfies readonly Refusal[]

/** What any call of a signed-in person may answer besides. */
export const refusalsOfSignedInCalls = ['NO_AUTHORISATION', 'DOUBLE_LOGIN', 'NOT_ALLOWED'] as const satisfies readonly Refusal[]

/** What a call of the office may answer besides. */
export const refusalsOfOfficeCalls = ['NOT_ALLOWED', 'OTHER_SESSION'] as const satisfies readonly Refusal[]

const codes = Object.keys(statusOf) as [Refusal, ...Refusal[]]

/** What a signed-in call may answer besides, while the second step of the sign-in is still to be done. */
export const refusalsBeforeMfa = ['MFA_REQUIRED'] as const satisfies readonly Refusal[]

/** The one shape of an error, for every call. `message` is plain English for people who read logs; the player shows its own words. */
export const errorReply = z.object({
  error: z.object({
    code: z.enum(codes),
    message: z.string(),
    /** The places in the request that were wrong: `body.options[0].optionID`. */
    details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
    /** The sequences that the server lacks, with MISSING_REQUESTS. */
    missing: z.optional(z.array(z.number())),
    /** What was changed meanwhile, as it is now, in the form that the call's description names. With CHANGED_MEANWHILE. */
    current: z.optional(z.unknown()),
    /** Seconds that are left, with TIME_LEFT. */
    secondsLeft: z.optional(z.number()),
    /**
     * With EXAM_PAUSED: the learner may continue, by `resumeSitting`, with this offer, for which the time stands this many seconds more at most.
     * `extension`: they were granted this many seconds, and have yet to read that.
     */
    resumeOffer: z.optional(
      z.object({
        formRunGuid: z.string(),
        number: z.number(),
        seconds: z.optional(z.number()),
        extension: z.optional(z.number()),
      }),
    ),
    /** Stands in the server's log beside the cause. */
    reference: z.optional(z.string()),
  }),
  /** On a failed sign-in: the account is suspended (spec 1 §3). */
  suspended: z.optional(z.boolean()),
})
export type ErrorReply = z.infer<typeof errorReply>
