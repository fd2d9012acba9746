import { releasePolicies } from '@sitwell/exam/results/release-gate'
import * as z from 'zod'
import { offeredSupports, packageId, proctorProvidersOrNone } from './authored-exam.ts'
import { safeExamBrowser } from './authored-seb.ts'

/** A schedule of the package's exam for one person, as `schedules.json` holds it; the person is found by `username` on import. */
export const authoredSchedule = z
  .strictObject({
    guid: packageId,
    username: z.string().min(1),
    scheduleType: z.int().default(1),
    info: z.string().default(''),
    /** ISO 8601 with an offset. */
    startDt: z.iso.datetime({ offset: true }).optional(),
    completeDt: z.iso.datetime({ offset: true }).optional(),
    /** Minutes from the import, instead of `startDt`. */
    startsInMinutes: z.number().optional(),
    practice: z.boolean().default(false),
    /** The exam's password for this schedule. */
    password: z.string().min(1).optional(),
    cantStartMessage: z.string().optional(),
    practiceExtraTimeSeconds: z.number().nonnegative().optional(),
    /** Who proctors it, instead of what the exam says. */
    proctorProvider: z.enum(proctorProvidersOrNone).optional(),
    /** What holds it to Safe Exam Browser, instead of what the exam says. */
    safeExamBrowser: safeExamBrowser.optional(),
    /** Which explanations of words this learner is offered, instead of what the exam says. */
    supports: offeredSupports.optional(),
    /** When its marks are shown; without it at once, unless a person has to mark something. */
    releasePolicy: z.enum(releasePolicies).optional(),
  })
  .refine((schedule) => schedule.startDt === undefined || schedule.startsInMinutes === undefined, {
    path: ['startsInMinutes'],
    message: 'startDt says already when it starts',
  })
export type AuthoredSchedule = z.infer<typeof authoredSchedule>
