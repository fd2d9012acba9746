import {
  type Answer,
  activityLog,
  announceFile,
  answer,
  type Call,
  canStart,
  compareAnswers,
  complete,
  debugReport,
  deleteFile,
  errorReport,
  formRunsQuery,
  type InputOf,
  ping,
  saveAnswer,
  saveTime,
  start,
  time,
  type UploadedFile,
  uploadedFiles,
} from '@sitwell/contract'
import * as z from 'zod/mini'

/** A request of the player as its call reads it. */
interface Asked {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

type Answering = (asked: Asked) => unknown

/** What a preview holds instead of a server: as long as the frame, and no longer. */
export interface LocalReplies {
  /** The reply to a request that the frame answers by itself; undefined for all others. */
  replyTo(method: string, path: string, body: unknown): { readonly reply: unknown } | undefined
  /** The last answer to a question, by the id of its version. */
  answerTo(questionVersionId: string): Answer | undefined
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const pattern = ({ path }: Call) => path.split('/').map((part) => (part.startsWith(':') ? undefined : part))

const fits = (call: Call, method: string, path: string): boolean => {
  const [wanted, given] = [pattern(call), path.replace(/^\//, '').split('/')]
  return (
    call.method === method &&
    wanted.length === given.length &&
    wanted.every((part, place) => part === undefined || part.toLowerCase() === given[place]?.toLowerCase())
  )
}

/**
 * Answers what a sitting asks of the server: each save is taken at once, as the server takes it that has everything on its disk. Nothing
 * of it leaves the frame. `formRunGuid` is made up.
 */
export const createLocalReplies = ({ formRunGuid, nowMs }: { formRunGuid: string; nowMs(): number }): LocalReplies => {
  const answers = new Map<string, Answer>()
  const files = new Map<string, UploadedFile>()
  let saves = 0
  let highest = 0
  const now = () => new Date(nowMs()).toISOString()

  const calls: [Call, Answering][] = []
  const take = (call: Call, answering: Answering) => {
    calls.push([call, answering])
  }
  take(ping, () => ({ status: 'ok' }))
  take(time, () => ({ time: now(), formattedDate: '' }))
  take(canStart, () => ({ canStart: true, message: '' }))
  take(start, () => ({ formRunGUID: formRunGuid }))
  take(formRunsQuery, () => ({ results: [] }))
  take(activityLog, () => ({}))
  take(errorReport, () => ({}))
  take(debugReport, () => ({}))
  take(saveAnswer, ({ body }) => {
    const given = z.safeParse(answer, body)
    if (given.success) answers.set(String(body.questionVersionId), given.data)
    saves += 1
    highest = Math.max(highest, Number(body.sequence))
    return { saved: true, applied: true, sequence: Number(body.sequence), saves }
  })
  take(saveTime, () => ({ saves }))
  take(compareAnswers, () => ({ lacking: [], lackingFiles: [], lastSequence: highest, completed: false, saves }))
  take(complete, () => ({ completed: true, completedAt: now(), answers: answers.size }))
  take(announceFile, ({ body }) => {
    const { requestId, fileName, mimeType, fileSize, question } = body as InputOf<typeof announceFile>['body']
    const file = {
      guid: requestId,
      fileName,
      mimeType,
      fileSize,
      dateTimeUploaded: now(),
      ...(question && { questionId: question }),
    }
    files.set(requestId, file)
    return { received: fileSize, file }
  })
  take(uploadedFiles, () => [...files.values()])
  take(deleteFile, ({ path }) => {
    files.delete(decodeURIComponent(path.split('/').at(-1) ?? ''))
    return {}
  })

  return {
    replyTo: (method, path, body) => {
      const found = calls.find(([call]) => fits(call, method, path))
      return found && { reply: found[1]({ path, body: asRecord(body) }) }
    },
    answerTo: (questionVersionId) => answers.get(questionVersionId),
  }
}
