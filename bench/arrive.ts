import { randomUUID } from 'node:crypto'
import { canStart, complete, confirmRubric, examJson, start, token, uploadFile, work } from '@sitwell/contract'
import { pathOf } from './caller.ts'
import type { KeepAlive } from './keep-alive.ts'
import type { OneOfMany } from './many-learners.ts'

/** Who signs in and sits the one exam that they are scheduled for. */
export interface Account {
  readonly username: string
  readonly password: string
  readonly orgId: number
}

export interface Tokens {
  readonly access: string
  readonly refresh: string
  readonly userGuid: string
}

const formType = 'application/x-www-form-urlencoded'
const client = { client_id: 'sitwell-player' }

/** Makes a request of one kind, and gives the body of its answer; throws an error if that isn't 200. */
export type Ask = (kind: string, send: (connection: KeepAlive) => ReturnType<KeepAlive['get']>) => Promise<Buffer>

const tokensOf = (body: Buffer): Tokens => {
  // As the contract has it: a generator that checked every reply would cost as much as the server.
  const reply = JSON.parse(body.toString()) as { access_token: string; refresh_token: string; UserGUID: string }
  return { access: reply.access_token, refresh: reply.refresh_token, userGuid: reply.UserGUID }
}

export const signIn = async (ask: Ask, { username, password, orgId }: Account): Promise<Tokens> => {
  const fields = { ...client, grant_type: 'password', username, password, orgId: String(orgId) }
  return tokensOf(await ask('sign-in', (to) => to.post(pathOf(token), new URLSearchParams(fields).toString(), formType)))
}

export const refreshTokens = async (ask: Ask, { refresh }: Tokens): Promise<Tokens> => {
  const fields = { ...client, grant_type: 'refresh_token', refresh_token: refresh }
  return tokensOf(await ask('refresh', (to) => to.post(pathOf(token), new URLSearchParams(fields).toString(), formType)))
}

const query = (fields: Readonly<Record<string, string | number>>) =>
  `?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))}`

/** The calls of the way from the rubric to the questions, in the player's order. Throws an error if the learner has no exam to sit. */
export const openExam = async (ask: Ask, { orgId, username }: Account, tokens: Tokens): Promise<OneOfMany> => {
  const { userGuid } = tokens
  const rubric = JSON.stringify({ userGuid, confirmed: ['name', 'instructions'] })
  await ask('rubric', (to) => to.post(pathOf(confirmRubric), rubric))
  const listed = await ask('schedules', (to) => to.get(pathOf(work) + query({ userGuid })))
  const [schedule] = JSON.parse(listed.toString()).assessments
  if (!schedule) throw new Error(`${username} has no exam to sit.`)
  const { scheduleType, examGuid, examTypeGuid: examObjectTypeGuid, version: versionNumber, guid: scheduleGuid } = schedule
  const exam = { scheduleType, examGuid, examObjectTypeGuid, versionNumber }
  const named = query({ userGuid, scheduleGuid, ...exam })
  await ask('can start', (to) => to.get(pathOf(canStart) + named))
  const { formRunGUID: formRunGuid } = JSON.parse((await ask('start', (to) => to.get(pathOf(start) + named))).toString())
  const content = JSON.parse((await ask('questions', (to) => to.get(pathOf(examJson) + named))).toString())
  const { lastSequence, objectID, questions } = content
  return {
    token: tokens.access,
    orgId,
    userGuid,
    username,
    scheduleGuid,
    sessionId: '',
    exam,
    formRunGuid,
    lastSequence,
    objectID,
    questions,
  }
}

/** A file of evidence of this many bytes. */
export const upload = async (ask: Ask, formRunGUID: string, bytes: number): Promise<void> => {
  const boundary = randomUUID()
  const fields = { formRunGUID, requestId: randomUUID(), fileName: 'evidence.txt' }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="evidence.txt"\r\ncontent-type: text/plain\r\n\r\n`
  const body = `${parts.join('')}${head}${'x'.repeat(bytes)}\r\n--${boundary}--\r\n`
  await ask('upload', (to) => to.post(pathOf(uploadFile), body, `multipart/form-data; boundary=${boundary}`))
}

export const finish = async (ask: Ask, formRunGuid: string, writerId: string): Promise<void> => {
  const body = JSON.stringify({ formRunGuid, timeRemaining: 3600, elapsedTime: 60, writerId })
  await ask('finish', (to) => to.post(pathOf(complete), body))
}
