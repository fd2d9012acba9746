import {
  attemptQuestion,
  type Call,
  configuration,
  examJson,
  init,
  legacyControl,
  messages,
  namedSettings,
  previewAttempt,
  previewControl,
  previewExam,
  previewSetting,
  setting,
} from '@sitwell/contract'
import type { LocalReplies } from './local-replies.ts'

/** Names of what a preview is of. */
interface Previewed {
  readonly seed: string
  /** Made up, so that nothing that tabs share under the name of an exam is shared with the page of somebody who sits it. */
  readonly examGuid: string
}

interface PreviewFetchParts {
  readonly fetch: typeof fetch
  readonly origin: string
  readonly previewed: Previewed
  readonly replies: LocalReplies
  /** The token of the calls of previews. */
  token(): string | undefined
  /** Gets another one, which `token` gives from then on; false if there is none. */
  renew(): Promise<boolean>
}

const inJson = (reply: unknown, status = 200): Response =>
  new Response(JSON.stringify(reply), { status, headers: { 'content-type': 'application/json; charset=utf-8' } })

const refused = (): Response =>
  inJson({ code: 'NOT_ALLOWED', message: 'A preview does not do this: there is no sitting.' }, 403)

type Addressed = Pick<Call, 'method' | 'path'>

const isOf = (call: Addressed, method: string, path: string): boolean =>
  call.method === method && path.toLowerCase() === `/${call.path}`.toLowerCase()

/** Whether the server answers it to somebody who isn't signed in: what an app starts with, and files of exams, whose addresses have their own token. */
const isOpen = (method: string, path: string): boolean =>
  [configuration, init, messages].some((call) => isOf(call, method, path)) ||
  (method === 'GET' && path.startsWith('/resource/'))

const bodyOf = (init: RequestInit): Record<string, unknown> => {
  if (typeof init.body !== 'string') return {}
  try {
    const read: unknown = JSON.parse(init.body)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

/** What an exam's content needs to be sat in a frame by nobody. */
const asPreviewed = (content: Record<string, unknown>, { examGuid }: Previewed) => ({
  ...content,
  examGuid,
  // Pages are printed of a schedule.
  settings: { ...Object(content.settings), printQuestions: false },
})

/**
 * Instead of `fetch`: the one way of the player's calls out of the frame. A few go to the server, each as one of a preview or of somebody who isn't signed in; what a
 * sitting would store is answered in the frame; everything else is refused, whatever the player will ask for some day.
 */
export const previewFetch = ({ fetch: send, origin, previewed, replies, token, renew }: PreviewFetchParts): typeof fetch => {
  const { seed } = previewed
  /** What was handed in at each question, with the id of the request. */
  const attempts = new Map<string, { requestId: unknown; ending?: number; answer?: unknown }[]>()
  /** Names of questions, by which saves and attempts know them. */
  const versionIds = new Map<string, string>()

  const callServer = async (
    { method, path }: Addressed,
    { body, query, signal }: { body?: object; query?: URLSearchParams; signal?: AbortSignal | null | undefined },
  ): Promise<Response> => {
    const once = () =>
      send(`${origin}/${path}${query ? `?${query}` : ''}`, {
        method,
        headers: { authorization: `Bearer ${token() ?? ''}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      })
    const first = await once()
    return first.status === 401 && (await renew()) ? once() : first
  }

  const askForExam = async (signal: RequestInit['signal']): Promise<Response> => {
    const answer = await callServer(previewExam, { body: { seed }, signal })
    if (!answer.ok) return answer
    const content = (await answer.json()) as Record<string, unknown>
    attempts.clear()
    for (const { id, versionId } of content.questions as { id: string; versionId: string }[]) versionIds.set(id, versionId)
    return inJson(asPreviewed(content, previewed))
  }

  const attempt = async (options: RequestInit): Promise<Response> => {
    const { questionId, ending, requestId } = bodyOf(options)
    const id = String(questionId)
    const made = attempts.get(id) ?? []
    const isRepeated = made.some((one) => one.requestId === requestId)
    const next = {
      requestId,
      answer: replies.answerTo(versionIds.get(id) ?? ''),
      ...(typeof ending === 'number' && { ending }),
    }
    const all = isRepeated ? made : [...made, next]
    const body = { seed, questionId: id, attempts: all.map(({ requestId: _, ...one }) => one) }
    const answer = await callServer(previewAttempt, { body, signal: options.signal })
    if (answer.ok) attempts.set(id, all)
    return answer
  }

  const askForSetting = ({ searchParams }: URL, { signal }: RequestInit) =>
    callServer(previewSetting, {
      query: new URLSearchParams({ settingName: searchParams.get('settingName') ?? '' }),
      signal,
    })

  const askForSettings = async (options: RequestInit) => {
    const { settingNames } = bodyOf(options)
    const names: readonly unknown[] = Array.isArray(settingNames) ? settingNames : []
    const answers = await Promise.all(
      names.map((name) =>
        callServer(previewSetting, { query: new URLSearchParams({ settingName: String(name) }), signal: options.signal }),
      ),
    )
    const failed = answers.find(({ ok }) => !ok)
    if (failed) return failed
    const replies = await Promise.all(answers.map((answer) => answer.json()))
    return inJson(replies.map((reply, index) => ({ name: names[index], value: Object(reply).value })))
  }

  /** What the server answers in a preview instead of a call of a sitting. */
  const twins: readonly (readonly [Addressed, (url: URL, options: RequestInit) => Promise<Response>])[] = [
    [examJson, (_url, { signal }) => askForExam(signal)],
    [attemptQuestion, (_url, options) => attempt(options)],
    [legacyControl, (_url, options) => callServer(previewControl, { body: bodyOf(options), signal: options.signal })],
    [setting, askForSetting],
    [namedSettings, (_url, options) => askForSettings(options)],
  ]

  return async (request, options = {}) => {
    const url = new URL(String(request), origin)
    const method = (options.method ?? 'GET').toUpperCase()
    if (url.origin !== origin) return refused()
    const twin = twins.find(([call]) => isOf(call, method, url.pathname))
    if (twin) return twin[1](url, options)
    const local = replies.replyTo(method, url.pathname, bodyOf(options))
    if (local) return inJson(local.reply)
    return isOpen(method, url.pathname) ? send(request, { ...options, credentials: 'omit' }) : refused()
  }
}
