import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { authoredQuestionsOf } from '../apps/server/src/assessment/form-run/lay-out-exam.ts'
import { readPackage } from '../apps/server/src/import/read-package.ts'
import { type ExamSpec, exam, type WrittenExam, writeExam } from './arrange-exam.ts'

export {
  type ExamSpec,
  exam,
  longText,
  multipleChoice,
  radio,
  staticText,
  trueFalse,
} from './arrange-exam.ts'

/** A person of the organisation; what is left out is made up. */
export interface PersonSpec {
  username: string
  password: string
  firstName: string
  lastName: string
  /** `YYYY-MM-DD`. */
  dateOfBirth?: string
  learnerIdentifier?: string
  email?: string
  languageId?: number
  admin?: boolean
  invigilator?: boolean
  /** Of staff, by their names in the contract. */
  roles?: string[]
  userTypeId?: number
  suspended?: boolean
  phone?: string
  /** Asks for the second step of the sign-in. */
  mfaRequired?: boolean
}

/** One exam scheduled for one learner: the first of each if none is named. */
export interface ScheduleSpec {
  /** Index in the organisation's exams. */
  exam?: number
  username?: string
  scheduleType?: number
  info?: string
  /** From now, in minutes; absent if it may start at any time. */
  startsInMinutes?: number
  /** ISO 8601. */
  startDt?: string
  completeDt?: string
  practice?: boolean
  /** The exam password. */
  password?: string
  cantStartMessage?: string
  practiceExtraTimeSeconds?: number
  /** When its marks are shown; immediately unless told otherwise. */
  releasePolicy?: 'immediately' | 'confirmed'
  state?: unknown
}

/** What a test needs to be true before it starts. */
export interface OrganisationSpec {
  /** Fixed only for the rules of single organisations (29, 15, 22, 33, 38, 39, 4, 12). */
  orgId?: number
  /** Fields of the organisation itself: colours, logo, proctoringMode, demoMode, legacySingleSignon, … */
  organisation?: Record<string, unknown>
  /** Settings by name, as the setting call names them. */
  settings?: Record<string, string>
  messages?: { id: string; languageId: number; text: string }[]
  people?: PersonSpec[]
  exams?: ExamSpec[]
  /** Files of the organisation itself, which exams name as `~/ROOT/…`, by path. */
  files?: Record<string, Uint8Array>
  /** Archives of exam packages that somebody else wrote; they count on behind `exams`. */
  packages?: string[]
  schedules?: ScheduleSpec[]
}

export interface Person extends PersonSpec {
  userId: number
  userGuid: string
}

/** What `sitwell.arrange` has put into the server, with the ids that it was given. */
export interface World {
  /** Of the server that it is in: `http://127.0.0.1:PORT`. */
  origin: string
  orgId: number
  urlToken: string
  /** Path of the sign-in page. */
  loginPath: string
  people: [Person, ...Person[]]
  exams: WrittenExam[]
  schedules: (ScheduleSpec & { guid: string; examGuid: string; username: string })[]
}

/** A learner `learner` / `learner` unless told otherwise. */
export function person(fields: Partial<PersonSpec> = {}): PersonSpec {
  const username = fields.username ?? 'learner'
  return { username, password: username, firstName: 'Mina', lastName: 'Okafor', ...fields }
}

/** An organisation with one learner and one short exam scheduled for them, unless told otherwise. */
export function organisation(fields: OrganisationSpec = {}): OrganisationSpec {
  return {
    ...fields,
    people: fields.people ?? [person()],
    exams: fields.exams ?? [exam()],
    schedules: fields.schedules ?? [{}],
  }
}

/** Counts through the tests of one worker, which has a server and its own database. */
let lastOrganisation = 1000

/**
 * Writes the organisation file and its exam packages into `folder`, under ids that no other test of this worker has.
 * Gives the file's content and what the test needs to know of it.
 */
export async function writeOrganisation(
  spec: OrganisationSpec,
  folder: string,
): Promise<{ file: object; world: Omit<World, 'origin'> }> {
  lastOrganisation += 1
  const number = lastOrganisation
  const orgId = spec.orgId ?? number
  const urlToken = `org-${number}`
  const people = (spec.people ?? [person()]).map((one, index) => ({
    ...one,
    userId: number * 100 + index,
    userGuid: randomUUID(),
  }))
  const [first, ...others] = people
  if (!first) throw new Error('An organisation of a test has at least one person.')
  const written = await Promise.all((spec.exams ?? []).map((one, index) => writeExam(one, folder, `exams/${index}`)))
  const copied = await Promise.all((spec.packages ?? []).map((path) => copyPackage(path, folder)))
  const exams = [...written, ...copied]
  for (const [path, bytes] of Object.entries(spec.files ?? {})) {
    const place = join(folder, 'resources', path)
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, bytes)
  }
  const schedules = (spec.schedules ?? []).map(({ exam: index = 0, ...one }) => {
    const found = exams[index]
    if (!found) throw new Error(`A schedule of a test names exam ${index}, which is not there.`)
    return { ...one, guid: randomUUID(), examGuid: found.examGuid, username: one.username ?? first.username }
  })
  const file = {
    format: 'sitwell-organisation',
    formatVersion: 1,
    organisation: { orgId, name: `Organisation ${number}`, urlToken, ...spec.organisation },
    settings: spec.settings ?? {},
    messages: spec.messages ?? [],
    people,
    exams: exams.map((one) => one.path),
    // What a result shows is what most tests ask for; the release gate has its own.
    schedules: schedules.map(({ examGuid, ...one }) => ({
      ...{ scheduleType: 1, info: '', releasePolicy: 'immediately' },
      ...one,
      exam: examGuid,
    })),
  }
  return { file, world: { orgId, urlToken, loginPath: `/login?${urlToken}`, people: [first, ...others], exams, schedules } }
}

/** Puts a package into the organisation's folder as it is, and reads from it what a test needs to know. */
async function copyPackage(path: string, folder: string): Promise<WrittenExam> {
  const place = join('exams', basename(path))
  await mkdir(join(folder, 'exams'), { recursive: true })
  await copyFile(path, join(folder, place))
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(reading.problems.map((problem) => `${problem.place}: ${problem.message}`).join('\n'))
  const { exam } = reading.package
  return { examGuid: exam.examGuid, name: exam.name, path: place, questionIds: authoredQuestionsOf(exam).map(({ id }) => id) }
}
