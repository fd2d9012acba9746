import { memoryStorage } from '@sitwell/client/testing/memory-storage'
import type { Environment } from '../environment.ts'

/** What the server of a test answers to a path: a status and a body, or nothing at all. */
export type Answer = (path: string, body: unknown) => { readonly status?: number; readonly json: unknown } | 'unreachable'

export interface MadeUpEnvironment extends Environment {
  readonly asked: { readonly path: string; readonly body: unknown }[]
  readonly address: { path: string; search: string }
}

const bodyOf = (body: RequestInit['body']): unknown => {
  if (body instanceof URLSearchParams) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : undefined
}

/** An environment without a browser, in which no time passes: waiting is over at once. */
export const madeUpEnvironment = (address: string, answer: Answer, parts: Partial<Environment> = {}): MadeUpEnvironment => {
  const origin = 'https://exams.example'
  const url = new URL(address, origin)
  const shown = { path: url.pathname, search: url.search }
  const asked: { path: string; body: unknown }[] = []
  return {
    origin,
    asked,
    address: shown,
    fetch: async (request, init) => {
      const path = new URL(String(request)).pathname
      const body = bodyOf(init?.body)
      asked.push({ path, body })
      const given = answer(path, body)
      if (given === 'unreachable') throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify(given.json), { status: given.status ?? 200 })
    },
    sessionStorage: memoryStorage(),
    localStorage: memoryStorage(),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:119.0) Gecko/20100101 Firefox/119.0',
    languages: () => ['en-GB'],
    screenText: () => '1x1; 1x1; 1',
    referrer: () => '',
    path: () => shown.path,
    search: () => shown.search,
    href: () => `${origin}${shown.path}${shown.search}`,
    isOpenedByHistory: () => false,
    dropSearch: () => {
      shown.search = ''
    },
    showAddress: (to) => {
      const next = new URL(to, origin)
      shown.path = next.pathname
      shown.search = next.search
    },
    leaveTo: () => undefined,
    onHistory: () => () => undefined,
    onLeave: () => undefined,
    onShownAgain: () => undefined,
    onUncaught: () => undefined,
    onStored: () => undefined,
    reload: () => undefined,
    untilOnline: () => new Promise(() => undefined),
    setCookie: () => undefined,
    nowMs: () => 0,
    monotonicMs: () => 0,
    random: () => 0.5,
    wait: async () => undefined,
    loadImage: async () => undefined,
    ...parts,
  }
}

const configuration = { apiEndpointUrl: 'https://exams.example/', authenticationUrl: 'https://exams.example/security' }
const client = { success: true, orgID: 7, urlToken: 'demo', name: 'Demo' }

/** A server that answers a start-up; `replies` by the end of the path stand instead of its own. */
export const startingServer =
  (replies: Readonly<Record<string, ReturnType<Answer>>> = {}): Answer =>
  (path) => {
    for (const [end, reply] of Object.entries(replies)) if (path.endsWith(end)) return reply
    if (path === '/config.json') return { json: configuration }
    if (path.endsWith('/Client/init')) return { json: client }
    return { json: path.endsWith('/Messages/list') ? [] : {} }
  }
