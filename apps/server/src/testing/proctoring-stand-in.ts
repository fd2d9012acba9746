import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProctoringProviders } from '../proctoring-config.ts'
import { candidatePage, monitorScript } from './stand-in-pages.ts'

/** How the launch service behaves: as it should, or as a test wants it. */
export type LaunchMood =
  | 'well'
  | 'slow'
  | 'down'
  | 'endless'
  | 'broken'
  | 'broken-twice'
  | 'html'
  | 'elsewhere'
  | 'redirect'
  | 'refuses'
  | 'number'
/** How the provider's page does, which holds the exam's in a frame. */
export type PageMood = 'active' | 'inactive' | 'silent'
/** How the monitor does: its script, or its service. */
export type MonitorMood =
  | 'well'
  | 'broken'
  | 'never-ready'
  | 'unknown'
  | 'unknown-once'
  | 'html'
  | 'slow'
  | 'down'
  | 'endless'
  | 'failing'
  | 'redirect'

/** A local service that speaks the protocols of both providers, so that nothing of them is needed to try the player out. */
export interface ProctoringStandIn {
  readonly origin: string
  /** What a server has to be configured with. */
  readonly providers: { readonly [P in keyof ProctoringProviders]-?: NonNullable<ProctoringProviders[P]> }
  /** For the setting `IntegrityAdvocate-AppID`. */
  readonly appId: string
  readonly mood: { launch: LaunchMood; page: PageMood; monitor: MonitorMood }
  /** The launches that it was asked for, whole and rightly signed. */
  readonly launches: Readonly<Record<string, string>>[]
  /** What went to its monitor's calls: paths with queries. */
  readonly asked: string[]
  stop(): Promise<void>
}

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const strictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Milliseconds for which a slow service says nothing: longer than anybody waits. */
const slowMs = 60_000

export const startProctoringStandIn = async ({ port = 0 } = {}): Promise<ProctoringStandIn> => {
  const key = 'stand-in'
  const secret = 'a secret that only stands in for one'
  const apiKey = Buffer.from('a key that only stands in for one').toString('base64')
  const appId = 'f6f12656-e120-4a9b-9f3e-b06bc786cbea'
  const launchPath = '/launch'
  const mood: ProctoringStandIn['mood'] = { launch: 'well', page: 'active', monitor: 'well' }
  const launches: Record<string, string>[] = []
  const asked: string[] = []
  const candidates = new Map<string, string>()
  const sessions: { participant: string; course: string; activity: string; start: number; end?: number }[] = []
  const nonces = new Set<string>()
  let origin = ''
  let tries = 0

  const html = (response: ServerResponse, text: string, status = 200) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text)
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

  /** The moods in which nothing of what was asked matters; false if this is none of them. */
  const fails = (how: string, response: ServerResponse): boolean => {
    if (how === 'slow') setTimeout(() => response.end(), slowMs).unref()
    else if (how === 'down') response.socket?.destroy()
    else if (how === 'endless') {
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(100_000))) {
          // As much as the connection takes.
        }
      }
      response.writeHead(200, { 'content-type': 'application/json' }).on('drain', more)
      more()
    } else if (how === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end()
    else return false
    return true
  }

  const isSigned = (fields: [string, string][]) => {
    const signed = fields.filter(([name]) => name !== 'oauth_signature')
    const base = `POST&${strictly(origin + launchPath)}&${strictly(signed.map(([name, value]) => `${strictly(name)}=${strictly(value)}`).join('&'))}`
    return fields.at(-1)?.[1] === createHmac('sha1', secret).update(base).digest('base64')
  }

  /** The moods in which the service answers, and not as it should. */
  const answersWrongly = (response: ServerResponse): boolean => {
    const isBroken = mood.launch === 'broken' || (mood.launch === 'broken-twice' && tries % 3 !== 0)
    if (isBroken) html(response, 'broken', 500)
    else if (mood.launch === 'refuses') json(response, { error: 'no' }, 400)
    else if (mood.launch === 'html') html(response, '<h1>Sign in to the wireless network</h1>')
    else if (mood.launch === 'number') json(response, 2653)
    else if (mood.launch === 'elsewhere') json(response, ['https://elsewhere.example/take', 'https://elsewhere.example/review'])
    else return false
    return true
  }

  const launch = async (request: IncomingMessage, response: ServerResponse) => {
    const fields = [...new URLSearchParams(await bodyOf(request))]
    tries += 1
    const params = Object.fromEntries(fields)
    const isNew = !nonces.has(params.oauth_nonce ?? '')
    nonces.add(params.oauth_nonce ?? '')
    if (!isSigned(fields) || !isNew) return json(response, 2655)
    if (fails(mood.launch, response)) return
    if (answersWrongly(response)) return
    launches.push(params)
    const id = randomUUID()
    candidates.set(id, params.launch_url ?? '')
    return json(response, [`${origin}/take?${id}`, `${origin}/review?${id}`])
  }

  const isMonitorSigned = (address: string, seconds: string, nonce: string, signature: string) =>
    signature ===
    createHmac('sha256', Buffer.from(apiKey, 'base64'))
      .update(`${appId}GET${encodeURIComponent(address).toLowerCase()}${seconds}${nonce}`)
      .digest('base64')

  const script = (url: URL, response: ServerResponse) => {
    const { timestamp = '', nonce = '', signature = '', ...fields } = Object.fromEntries(url.searchParams)
    const address = `${origin}${url.pathname}?${new URLSearchParams(fields)}`
    if (mood.monitor === 'broken' || !isMonitorSigned(address, timestamp, nonce, signature)) return html(response, 'no', 500)
    const text = monitorScript(origin, String(new URLSearchParams(fields)), { becomesReady: mood.monitor !== 'never-ready' })
    return response
      .writeHead(200, { 'content-type': 'text/javascript', 'cross-origin-resource-policy': 'cross-origin' })
      .end(text)
  }

  const participant = (request: IncomingMessage, url: URL, response: ServerResponse) => {
    const [app, signature = '', nonce = '', seconds = ''] = (request.headers.authorization ?? '').replace('amx ', '').split(':')
    if (app !== appId || !isMonitorSigned(origin + url.pathname, seconds, nonce, signature)) return json(response, {}, 401)
    if (fails(mood.monitor, response)) return
    if (mood.monitor === 'failing') return html(response, 'broken', 500)
    if (mood.monitor === 'html') return html(response, '<h1>Sign in to the wireless network</h1>')
    const { participantidentifier, courseid } = Object.fromEntries(url.searchParams)
    const own = sessions.filter((one) => one.participant === participantidentifier && one.course === courseid)
    const monitored = mood.monitor.startsWith('unknown') ? [] : own
    if (mood.monitor === 'unknown-once') mood.monitor = 'well'
    return json(response, {
      ParticipantIdentifier: participantidentifier,
      Sessions: monitored.map(({ activity, start, end }) => ({
        Activity_Id: activity,
        Start: start,
        End: end ?? null,
        Status: 'In Progress',
      })),
    })
  }

  const change = (url: URL, response: ServerResponse, isEnd: boolean) => {
    const fields = Object.fromEntries(url.searchParams)
    const names = {
      participant: fields.participantidentifier ?? '',
      course: fields.courseid ?? '',
      activity: fields.activityid ?? '',
    }
    const nowSeconds = Math.floor(Date.now() / 1000)
    if (!isEnd) sessions.push({ ...names, start: nowSeconds })
    else
      for (const one of sessions)
        if (one.participant === names.participant && one.activity === names.activity) one.end ??= nowSeconds
    return json(response, {})
  }

  const answers: Record<string, (request: IncomingMessage, response: ServerResponse, url: URL) => unknown> = {
    [launchPath]: launch,
    '/take': (_, response, url) => html(response, candidatePage(candidates.get(url.search.slice(1)) ?? '')),
    '/status': (_, response) => json(response, mood.page === 'silent' ? null : { active: mood.page === 'active' }),
    '/participants/integrity': (_, response, url) => script(url, response),
    '/api/participant': (request, response, url) => participant(request, url, response),
    '/participants/begin': (_, response, url) => change(url, response, false),
    '/participants/endsession': (_, response, url) => change(url, response, true),
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname !== launchPath && url.pathname !== '/take') asked.push(url.pathname + url.search)
    const answer = Object.hasOwn(answers, url.pathname) ? answers[url.pathname] : undefined
    if (answer) void answer(request, response, url)
    else html(response, 'There is nothing here.', 404)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    get origin() {
      return origin
    },
    providers: {
      proctorio: { address: origin + launchPath, key, secret, origin, options: ['recordvideo', 'notabs'], debug: false },
      integrityAdvocate: { address: origin, apiKey },
    },
    appId,
    mood,
    launches,
    asked,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
