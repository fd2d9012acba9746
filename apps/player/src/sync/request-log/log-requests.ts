import type { CallListener } from '@sitwell/client/api'
import { checkPassword, debugReport, errorReport, ping, saveTime } from '@sitwell/contract'
import type { RequestLogStore } from '../../storage/request-log.ts'

/** The services whose calls are logged; sign-in, second step and files carry nothing that helps, and secrets. */
const loggedServices = /\/(assessment|formrun|dashboard)\//
/** Never logged (spec 3 §7), and what carries a password. */
const unlogged = [ping, errorReport, debugReport, saveTime, checkPassword].map(({ path }) => `/${path}`)
/** What is kept of an answer: an exam's content is long, and is no news. */
const longestResponse = 2000
const loggedHeaders = ['content-type', 'content-length', 'date', 'retry-after', 'x-request-id']

const parsed = (body: BodyInit | null | undefined): unknown => {
  if (typeof body !== 'string') return {}
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}

const textIn = (payload: unknown, name: string): string => {
  if (typeof payload !== 'object' || payload === null) return ''
  const value: unknown = Reflect.get(payload, name)
  return typeof value === 'string' ? value : ''
}

/**
 * Notes calls in the local request log as they are made (spec 3 §7). It only looks on: what it notes changes no answer, and its
 * own failing is told and nothing else.
 */
export const logRequests = (parts: {
  readonly log: Pick<RequestLogStore, 'add'>
  readonly userGuid: string
  examGuidOf(formRunGuid: string): string
  nowMs(): number
  newId(): string
  onError(error: unknown): void
}) => {
  const note = async (url: URL, init: RequestInit, answer: Response | undefined) => {
    const isWorthReading = answer !== undefined && (init.method === 'POST' || !answer.ok)
    // Cloned before anything is waited for: a moment later its body is somebody else's.
    const copy = isWorthReading ? answer.clone() : undefined
    const payload = init.method === 'POST' ? parsed(init.body) : Object.fromEntries(url.searchParams)
    const formRunGuid = textIn(payload, 'formRunGuid')
    const timeStamp = new Date(parts.nowMs()).toISOString()
    const response = (await copy?.text())?.slice(0, longestResponse) ?? ''
    const responseHeaders = Object.fromEntries(
      loggedHeaders.flatMap((name) => {
        const value = answer?.headers.get(name)
        return value === null || value === undefined ? [] : [[name, value] as const]
      }),
    )
    const id = parts.newId()
    const key = textIn(payload, 'requestId') || id
    await parts.log.add({
      attempt: {
        format: 1,
        id: `${timeStamp}/${id}`,
        request: key,
        status: answer?.status ?? 0,
        response,
        responseHeaders,
        timeStamp,
      },
      request: {
        format: 1,
        key,
        type: init.method ?? 'GET',
        payload,
        endpoint: url.pathname,
        userGuid: parts.userGuid,
        examGuid: textIn(payload, 'examGuid') || (formRunGuid === '' ? '' : parts.examGuidOf(formRunGuid)),
      },
    })
  }

  const noting = new Set<Promise<void>>()
  const listener: CallListener = (address, init, answer) => {
    const url = new URL(address)
    if (!loggedServices.test(url.pathname) || unlogged.some((path) => url.pathname.endsWith(path))) return
    const noted = note(url, init, answer).catch(parts.onError)
    noting.add(noted)
    void noted.finally(() => noting.delete(noted))
  }
  return Object.assign(listener, {
    /** Resolves once every call that was answered so far is in the log. */
    settled: async () => void (await Promise.all(noting)),
  })
}
