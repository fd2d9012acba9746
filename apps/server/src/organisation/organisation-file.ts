import { answer, roles } from '@sitwell/contract'
import { releasePolicies } from '@sitwell/exam/results/release-gate'
import * as z from 'zod'
import { offeredSupports, packageId, proctorProvidersOrNone } from '../import/authored-exam.ts'
import { safeExamBrowser } from '../import/authored-seb.ts'
import { plainLine } from '../plain-line.ts'
import { organisationDetails } from '../security/organisation/organisation-details.ts'
import { colourProblems } from './colour-problems.ts'

/** A role by its name, or with the moments between which it holds. */
const roleOfFile = z.union([
  z.enum(roles).transform((role) => ({ role, from: undefined, until: undefined })),
  z
    .strictObject({
      role: z.enum(roles),
      from: z.iso.datetime({ offset: true }).optional(),
      until: z.iso.datetime({ offset: true }).optional(),
    })
    .refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), 'until has to be later than from'),
])

const person = z.strictObject({
  userId: z.int().positive(),
  userGuid: packageId,
  username: z.string().max(200).transform(plainLine).pipe(z.string().min(1)),
  password: z.string().min(1).max(1000),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.iso.date().optional(),
  learnerIdentifier: z.string().optional(),
  email: z.string().optional(),
  /** Where text messages with codes go. */
  phone: z.string().optional(),
  languageId: z.int().default(1),
  /** What they may do as staff. Only of people who are new: nobody who is there already gains or loses a role by a file. */
  roles: z.array(roleOfFile).default([]),
  /** The role `it-administrator`, as files before version 0.3 wrote it. */
  admin: z.boolean().default(false),
  /** The role `invigilator`, as files before version 0.3 wrote it. */
  invigilator: z.boolean().default(false),
  userTypeId: z.int().default(1),
  suspended: z.boolean().default(false),
  /** Asks for the second step at every sign-in. */
  mfaRequired: z.boolean().default(false),
})
export type PersonOfFile = z.infer<typeof person>

/** What a learner has done already, for demonstrations and tests. */
const scheduleState = z.strictObject({
  commenced: z
    .strictObject({
      answers: z.array(z.strictObject({ questionId: packageId, answer, bookmarked: z.boolean().default(false) })).default([]),
      elapsedSeconds: z.number().nonnegative().default(0),
      page: packageId.optional(),
    })
    .optional(),
  completed: z.boolean().default(false),
})

const schedule = z.strictObject({
  guid: packageId,
  username: z.string(),
  /** The guid of an exam of this organisation. */
  exam: packageId,
  scheduleType: z.int().default(1),
  info: z.string().default(''),
  startsInMinutes: z.number().optional(),
  startDt: z.iso.datetime({ offset: true }).optional(),
  completeDt: z.iso.datetime({ offset: true }).optional(),
  practice: z.boolean().default(false),
  /** The exam's password. */
  password: z.string().min(1).optional(),
  cantStartMessage: z.string().optional(),
  practiceExtraTimeSeconds: z.number().nonnegative().optional(),
  /** Instead of what its exam says. */
  proctorProvider: z.enum(proctorProvidersOrNone).optional(),
  safeExamBrowser: safeExamBrowser.optional(),
  /** Which explanations of words this learner is offered, instead of what the exam says. */
  supports: offeredSupports.optional(),
  /** When its marks are shown; without it at once, unless a person has to mark something. */
  releasePolicy: z.enum(releasePolicies).optional(),
  state: scheduleState.optional(),
})
export type ScheduleOfFile = z.infer<typeof schedule>

/** An organisation with its people, exams and schedules, as `organisation.json` holds it. */
export const organisationFile = z.strictObject({
  format: z.literal('sitwell-organisation'),
  formatVersion: z.literal(1),
  organisation: z
    .strictObject({
      orgId: z.int().positive(),
      name: z.string().min(1),
      urlToken: z.string().regex(/^[\w.-]+$/),
      ...organisationDetails.shape,
    })
    // Here, and not in the details: those that an earlier version stored are read as they are.
    .superRefine((organisation, context) => {
      for (const { path, message } of colourProblems(organisation))
        context.addIssue({ code: 'custom', path: [...path], message })
    }),
  settings: z.record(z.string(), z.string()).default({}),
  messages: z.array(z.strictObject({ id: z.string().min(1).max(100), languageId: z.int(), text: z.string() })).default([]),
  people: z.array(person).default([]),
  /** Packages of exams, folders or archives, beside this file. */
  exams: z.array(z.string()).default([]),
  schedules: z.array(schedule).default([]),
  /** Packages of courses, folders or archives, beside this file, each with the user names of whom it is given to. */
  courses: z.array(z.strictObject({ package: z.string(), learners: z.array(z.string()).default([]) })).default([]),
})
export type OrganisationFile = z.infer<typeof organisationFile>
export type OrganisationFileInput = z.input<typeof organisationFile>
