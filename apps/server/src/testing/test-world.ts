import { type Call, calls, errorReply, type InputOf, type ReplyOf } from '@sitwell/contract'
import { pathOf } from '../http/register.ts'
import { type AuthoredExam, authoredExam } from '../import/authored-exam.ts'
import type { PackageResource } from '../import/imported-package.ts'
import { type OrganisationFileInput, organisationFile } from '../organisation/organisation-file.ts'
import { storeOrganisation } from '../organisation/store-organisation.ts'
import { quickPasswords } from './quick-passwords.ts'
import type { TestServer } from './start-test-server.ts'

/** An answer of the server to a request, success or not. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

type Address = Pick<TestServer, 'origin'>

/** Sends a request as it stands, for what no player would send. */
export const send = async (server: Address, path: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(server.origin + path, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** A multipart body with its file last; a file of one letter if none is given. */
const partsOf = (fields: [string, string][], name: string, file: Blob = new File(['x'], 'x.txt')) => {
  const parts = new FormData()
  for (const [field, value] of fields) parts.append(field, value)
  parts.append(name, file)
  return parts
}

/** What its own browser kind adds to a request, by the address that it asks for. */
export type OwnHeaders = (address: string) => Readonly<Record<string, string>>

/** Makes a call of the contract as the player does. */
export const tryCall = <C extends Call>(
  server: Address,
  call: C,
  input: InputOf<C>,
  token?: string,
  own: OwnHeaders = () => ({}),
): Promise<Answer> => {
  const { params = {}, query = {}, body, file } = input as { params?: object; query?: object; body?: object; file?: Blob }
  let path = pathOf(call)
  for (const [name, value] of Object.entries(params)) path = path.replace(name === '*' ? '*' : `:${name}`, String(value))
  const defined = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(defined.map(([name, value]) => [name, String(value)])).toString()
  const isForm = call.encoding === 'form'
  const fields = Object.entries(body ?? {}).map(([name, value]): [string, string] => [name, String(value)])
  const encoded = call.file
    ? partsOf(fields, call.file, file)
    : body && (isForm ? new URLSearchParams(fields) : JSON.stringify(body))
  const asked = search ? `${path}?${search}` : path
  return send(server, asked, {
    method: call.method,
    headers: {
      ...own(server.origin + asked),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && !call.file && { 'content-type': 'application/json' }),
    },
    ...(encoded && { body: encoded }),
  })
}

/** The reply of a call that has to succeed. */
export const doCall = async <C extends Call>(
  server: Address,
  call: C,
  input: InputOf<C>,
  token?: string,
): Promise<ReplyOf<C>> => {
  const answer = await tryCall(server, call, input, token)
  if (answer.status !== 200) throw new Error(`${call.name} answered ${answer.status}: ${answer.text}`)
  // What the call's own schema says of its reply.
  return call.reply.parse(call.replyEncoding === 'text' ? answer.text : JSON.parse(answer.text)) as ReplyOf<C>
}

/** The refusal in an answer, read by the one schema of errors: status, code and the rest. */
export const refusalIn = ({ status, text }: Answer) => {
  const reply = errorReply.parse(JSON.parse(text))
  return { status, ...reply.error, ...(reply.suspended !== undefined && { suspended: reply.suspended }) }
}

const options = [
  { id: 'a', text: 'Ash' },
  { id: 'b', text: 'Birch' },
  { id: 'c', text: 'Cedar' },
]

/** One question of each type that is marked, and one that a person marks. The keys spell words that nothing else holds. */
export const examOf = (prefix: string, more: Partial<AuthoredExam> = {}): AuthoredExam =>
  authoredExam.parse({
    format: 'sitwell-exam',
    formatVersion: 1,
    examGuid: `${prefix}-exam`,
    examTypeGuid: `${prefix}-type`,
    name: `Trees of ${prefix}`,
    version: 3,
    objectID: 17,
    settings: { examTime: 600, warningTime: 60 },
    gradeBoundaries: [
      { grade: 'Merit', fromPercent: 75, pass: true, feedback: 'Well done' },
      { grade: 'Fail', fromPercent: 0, pass: false },
    ],
    sections: [
      {
        id: `${prefix}-section`,
        name: 'First',
        questions: [
          { type: 'RADIO', id: `${prefix}-q1`, text: 'Which bends?', options, key: 'b', marks: 2 },
          { type: 'MULTICHOICE', id: `${prefix}-q2`, text: 'Which burn?', options, key: ['a', 'c'], marks: 2 },
          {
            ...{ type: 'QUESTIONLTEXT', id: `${prefix}-q3`, text: 'Why?', markingNotes: 'SECRETNOTES', marks: 4 },
            markScheme: {
              criteria: [
                { id: 'c1', title: 'SECRETCRITERION', maxMarks: 3 },
                {
                  id: 'c2',
                  title: 'Language',
                  maxMarks: 1,
                  levels: [0, 1].map((marks) => ({ marks, description: 'SECRETLEVEL' })),
                },
              ],
              guidance: 'SECRETSCHEME',
            },
          },
        ],
      },
    ],
    ...more,
  })

/** A picture of the exam; its bytes need be none. */
const picture: PackageResource = {
  path: 'pictures/a tree.svg',
  mediaType: 'image/svg+xml',
  bytes: new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
}

/** Numbers of organisations, one after the other, above all those that have their own policies (`packages/exam/src/organisation`). */
export const countOrganisations = (): (() => number) => {
  let lastOrgId = 1000
  return () => {
    lastOrgId += 1
    return lastOrgId
  }
}

/** Somebody of an organisation's file, `{username}-secret` their password. */
export const personOf = (prefix: string, username: string, number: number) => ({
  userId: number,
  userGuid: `${prefix}-${username}`,
  username,
  password: `${username}-secret`,
  firstName: 'Ada',
  lastName: 'Wood',
})

/**
 * Puts an organisation into the server: a learner with a schedule; with `everyone` another learner, an administrator, a suspended
 * one; with `invigilated` an invigilator. Schedules that don't say otherwise show marks at once, written questions or not.
 */
export const arrange = async (
  server: Pick<TestServer, 'db' | 'clock'>,
  {
    orgId = 1,
    exam,
    file = {},
    everyone = false,
    invigilated = false,
  }: {
    orgId?: number
    exam?: AuthoredExam
    file?: Partial<OrganisationFileInput>
    everyone?: boolean
    invigilated?: boolean
  } = {},
) => {
  const prefix = `o${orgId}`
  const content = exam ?? examOf(prefix)
  const whole = organisationFile.parse({
    format: 'sitwell-organisation',
    formatVersion: 1,
    organisation: { orgId, name: `Organisation ${orgId}`, urlToken: prefix, hosts: [`${prefix}.example`] },
    people: [
      {
        ...personOf(prefix, 'learner', 1),
        dateOfBirth: '2001-02-03',
        learnerIdentifier: 'AB 12 34 56 C',
        email: 'ada@example.org',
      },
      ...(everyone
        ? [
            personOf(prefix, 'other', 2),
            { ...personOf(prefix, 'admin', 3), admin: true },
            { ...personOf(prefix, 'suspended', 4), suspended: true },
          ]
        : []),
      ...(invigilated ? [{ ...personOf(prefix, 'invigilator', 5), invigilator: true }] : []),
    ],
    schedules: [{ guid: `${prefix}-schedule`, username: 'learner', exam: content.examGuid }],
    ...file,
  })
  // What a result tells is what most tests ask for; the release gate has its own.
  const { schedules } = whole
  const shown = { ...whole, schedules: schedules.map((one) => ({ releasePolicy: 'immediately' as const, ...one })) }
  const packages = [{ exam: content, resources: [picture], schedules: [], leftOut: [] }]
  await storeOrganisation(server.db, server.clock, { file: shown, packages, leftOut: [] }, quickPasswords)
  return {
    orgId,
    prefix,
    /** What names the learner's schedule in the calls of an exam. */
    entry: {
      userGuid: `${prefix}-learner`,
      scheduleGuid: `${prefix}-schedule`,
      scheduleType: 1,
      examGuid: content.examGuid,
      examObjectTypeGuid: content.examTypeGuid,
      versionNumber: content.version,
    },
  }
}
export type World = Awaited<ReturnType<typeof arrange>>

export const credentials = ({ orgId }: Pick<World, 'orgId'>, username: string, password = `${username}-secret`) => ({
  body: { client_id: 'sitwell-player', grant_type: 'password' as const, username, password, orgId },
})

/** Confirms all that a rubric may ask. Whoever has to pass the second step first is refused, and continues without. */
export const confirmRubric = (server: Address, userGuid: string, token: string) =>
  tryCall(server, calls.confirmRubric, { body: { userGuid, confirmed: ['name', 'dob', 'identifier', 'instructions'] } }, token)

/** Signs somebody in, confirms the rubric and answers the reply of the sign-in. */
export const signIn = async (server: Address, world: Pick<World, 'orgId'>, username = 'learner') => {
  const reply = await doCall(server, calls.token, credentials(world, username))
  await confirmRubric(server, reply.UserGUID, reply.access_token)
  return reply
}

/** A learner in a running exam. */
export const sitExam = async (server: Address, world: Pick<World, 'orgId' | 'entry'>, username = 'learner') => {
  const { access_token: token } = await signIn(server, world, username)
  const { formRunGUID } = await doCall(server, calls.start, { query: world.entry }, token)
  return { token, formRunGuid: formRunGUID }
}

/** The body of a save; question 1 unless told otherwise. */
export const saveOf = (
  { prefix }: Pick<World, 'prefix'>,
  formRunGuid: string,
  more: Partial<InputOf<typeof calls.saveAnswer>['body']> = {},
) => ({
  answerText: 'Birch',
  options: [{ optionID: 'b', optionText: 'Birch' }],
  timeRemaining: 500,
  elapsedTime: 100,
  page: `${prefix}-q1`,
  formRunGuid,
  questionNumber: 1,
  questionVersionId: `${prefix}-q1`,
  questionVersionNumber: 1,
  objectID: 17,
  ...more,
})
